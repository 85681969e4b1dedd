"""The style sheet of the page for the wall: leather, ivory and beer mats; ink when printed."""

from __future__ import annotations

STYLE = """
:root{--ground:#0B0B0D;--cream:#F6ECD6;--muted:#B8AB93;--edge:#6B5A45;--line:#2E2822;
--stitch:#D8A765;--true:#56B4E9;--bluff:#E69F00}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--cream);
font:16px/1.45 "Source Sans Pro","Source Sans 3","Segoe UI",sans-serif}
h1,h2,th,.number,.score,.lead{font-family:"Fjalla One","Oswald","Arial Narrow",sans-serif;
font-weight:400;text-transform:uppercase}
header{background:linear-gradient(90deg,#241409,#64391D 40%,#241409);position:relative;
border-radius:0 0 50% 50%/0 0 30px 30px;padding:30px 6vw 56px;display:flex;flex-wrap:wrap;
align-items:center;justify-content:space-between;gap:8px 40px}
header::before,header::after{content:"";position:absolute;inset:0 0 12px;pointer-events:none;
border:0 solid transparent;border-bottom:2.6px dashed var(--stitch);
border-radius:0 0 50% 50%/0 0 30px 30px}
header::before{bottom:24px}
h1{font-size:clamp(40px,9vw,92px);letter-spacing:.16em;line-height:1;margin:0}
.lead{font-size:clamp(20px,3.6vw,34px);margin:.3em 0 0}
header .die{width:clamp(52px,10vw,88px);margin-right:12px;transform:rotate(-7deg)}
header .die+.die{transform:rotate(9deg)}
main{max-width:1000px;margin:0 auto;padding:10px 4vw 60px}
h2{font-size:30px;line-height:1.05;margin:1.5em 0 .4em;letter-spacing:.02em}
p.hint{color:var(--muted);margin:-.2em 0 .7em}
.mat{width:1.75em;height:1.75em;vertical-align:-.5em;margin-right:.35em}
.mat text{font:52px "Fjalla One","Oswald","Arial Narrow",sans-serif;text-anchor:middle}
.die{height:auto;width:26px;vertical-align:-.35em;margin-left:4px}
ol.standings{list-style:none;padding:0;margin:0}
ol.standings li{display:flex;align-items:center;gap:.6em;padding:.35em .2em;
border-bottom:1px solid var(--line);font-size:22px}
ol.standings .score{margin-left:auto;font-size:34px;line-height:1}
ol.standings .gone{color:#8A7F6D}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{font-size:15px;letter-spacing:.03em;color:var(--muted);text-align:left;padding:.4em .5em;
border-bottom:2px solid var(--edge);vertical-align:bottom}
td{padding:.34em .5em;border-bottom:1px solid var(--line)}
.sheet td,.sheet th{text-align:center}
.sheet td:first-child,.sheet th:first-child{text-align:right;color:var(--muted);width:3.5em}
.sheet td.lost{font-family:"Fjalla One","Oswald","Arial Narrow",sans-serif;font-size:21px}
.sheet td.none{color:var(--edge)}
.sheet td.fixed{outline:2px dotted var(--stitch);outline-offset:-5px}
.sheet tfoot td{border-top:2px solid var(--edge);border-bottom:0;font-size:22px}
.number{font-size:21px}
.true{color:var(--true)}.true::before{content:"\\2713\\00A0"}
.bluff{color:var(--bluff)}.bluff::before{content:"\\2717\\00A0"}
.rules{columns:2 20em;column-gap:2.4em}
.rules section{break-inside:avoid}
.rules h3{font:400 20px "Fjalla One","Oswald","Arial Narrow",sans-serif;margin:.2em 0;
text-transform:uppercase}
.rules ul{margin:.1em 0 1em;padding-left:1.1em}
.ranking{display:grid;grid-template-columns:repeat(7,1fr);gap:12px;max-width:640px}
.ranking div{background:#452816;border:2px solid #A9793F;border-radius:10px;text-align:center;
padding:.35em 0}
.ranking b{display:block;font:400 24px "Fjalla One","Oswald","Arial Narrow",sans-serif}
.ranking small{color:var(--muted)}
@media print{
@page{margin:14mm}
:root{--ground:#fff;--cream:#14100C;--muted:#4a4238;--edge:#4A2A16;--line:#cbbfa8;--true:#14100C;
--bluff:#14100C}
body{font-size:11pt}
header,.ranking div,.mat,.die{print-color-adjust:exact;-webkit-print-color-adjust:exact}
header{color:#F6ECD6}
.ranking div{color:#F6ECD6}.ranking small{color:#e9d9b8}
h2,p.hint{break-after:avoid}tr,li,.ranking div{break-inside:avoid}.ranking{break-inside:avoid}
tfoot{display:table-row-group}td{padding:.2em .5em}h2{margin:1.1em 0 .3em}
.wide{overflow:visible}
main{max-width:none;padding:0}
}
"""
