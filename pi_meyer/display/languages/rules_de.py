"""Die Regeln des Abends, wie man sie am Tisch sagt; die Lücken füllen die Einstellungen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SENTENCES: Final[Mapping[str, str]] = {
    "n0": "nichts",
    "n1": "eins",
    "n1_deckel": "einen",
    "n2": "zwei",
    "head_round": "Die Runde",
    "head_lift": "Hoch mit dem Becher",
    "head_meyer": "{meyer}",
    "head_end": "Wer gewinnt",
    "head_ranking": "Was schlägt was",
    "ranking_hint": "das Höchste zuerst; von 36 Würfen sind so viele mindestens so hoch",
    "cup": "Zwei Würfel, ein Becher. Schütteln, Becher aufs Fenster stülpen, allein nachsehen "
    "und sagen, was man hat. Lügen ist erlaubt.",
    "digits": "Der höhere Würfel zuerst: 5 und 2 sind 52, niemals 25.",
    "raise_strict": "Wer weiterwürfelt, muss mehr sagen als der vor ihm.",
    "raise_equal_ok": "Wer weiterwürfelt, muss mindestens so viel sagen wie der vor ihm.",
    "illegal_loses": "Wer zu wenig sagt, verliert {one}, und die Runde ist vorbei.",
    "answer": "Der Nächste glaubt es und würfelt, oder er hebt den Becher.",
    "pass_off": "Blind weitergeben gilt nicht: Wer es glaubt, würfelt.",
    "pass_same": "Man darf den Becher blind weitergeben und dasselbe sagen.",
    "pass_higher": "Man darf den Becher blind weitergeben, muss dann aber mehr sagen.",
    "pass_same_or_higher": "Man darf den Becher blind weitergeben und dasselbe oder mehr sagen.",
    "answers_for_it": "Wer es zuletzt gesagt hat, steht dafür gerade, nachgesehen oder nicht.",
    "blind_strict": "Man darf noch einmal würfeln, nicht nachsehen und „höher“ sagen: "
    "Das steht für die nächste Zahl darüber.",
    "blind_equal_ok": "Man darf noch einmal würfeln, nicht nachsehen und „das oder höher“ sagen: "
    "Das steht für die Zahl, die gesagt war.",
    "concede": "Man darf auch aufgeben: Das kostet {one}.",
    "kippe": "Steht ein Würfel schief? „Kippe“ sagen. Der Nächste lässt noch einmal würfeln oder "
    "hebt; wer sich irrt, verliert {one}.",
    "true_truth": "So hoch wie gesagt oder höher: Wer gehoben hat, verliert.",
    "true_lie": "Genau das Gesagte: Wer gehoben hat, verliert. Mehr zu haben ist auch geblufft; "
    "nur „höher“ und ein blind weitergegebener Becher dürfen besser sein.",
    "bluff": "Niedriger: Wer es gesagt hat, verliert.",
    "cost_lives": "Das kostet ein Leben.",
    "cost_tally": "Das kostet einen Punkt.",
    "cost_deckel": "Das kostet einen Deckel.",
    "cocked": "Liegt unter einer Zahl ein Würfel schief, gilt es nicht: "
    "Derselbe würfelt noch einmal.",
    "joker": "32 ist der Joker: Damit stimmt alles, sogar {meyer}.",
    "toast": "32 unterm Becher? Prost! Keiner verliert, wer gewürfelt hat, fängt neu an.",
    "escalation": "Jede verlorene Runde kostet {one} mehr als die davor.",
    "final_two": "Sind nur noch zwei übrig, kostet alles mindestens zwei.",
    "meyer": "21 ist {meyer}. Darüber kommt nichts.",
    "meyer_must_lift": "Sagt einer {meyer}, muss der Nächste heben.",
    "meyer_accept_or_lift": "Sagt einer {meyer}, hebt der Nächste, oder er glaubt es: "
    "Das kostet {accept}, und keiner sieht die Würfel.",
    "meyer_as_any_claim": "{meyer} ist eine Zahl wie jede andere: heben oder weiterwürfeln.",
    "meyer_auto_reveal": "Wer {meyer} sagt, deckt sofort auf.",
    "meyer_costs": "Echt und angezweifelt kostet {true}, gelogen und erwischt {false}.",
    "meyer_shown_costs": "Liegt 21 da, kostet es den Nächsten {true}, sonst den Lügner {false}.",
    "meyer_shown_all": "Liegt 21 da, kostet es alle anderen {true}, sonst den Lügner {false}.",
    "meyer_pass": "Auch {meyer} darf man blind weitergeben, als dasselbe.",
    "meyer_roll": "Liegt 21 unterm Becher, kostet es genauso viel, egal was gesagt war.",
    "double_back": "Wer {meyer} bekommt, darf zum doppelten Preis heben.",
    "little": "31 ist {little}, nur {meyer} ist höher, und kostet {little_cost}.",
    "little_off": "31 ist das Niedrigste von allem.",
    "half": "42 schlägt jeden Pasch.",
    "one_high": "Von den Paschen ist 11 der beste und 66 der schlechteste.",
    "lives_last_standing": "Alle fangen mit {lives} an. Wer keins mehr hat, ist raus; "
    "der Letzte gewinnt.",
    "lives_first_out_loses": "Alle fangen mit {lives} an. Wer als Erster keins mehr hat, "
    "hat verloren.",
    "lives_1": "einem Leben",
    "lives_n": "{n} Leben",
    "tally": "Punkte werden aufgeschrieben. Schluss ist, wenn ihr keine Lust mehr habt.",
    "deckel": "{lids} Deckel liegen auf dem Stapel; wer verliert, nimmt davon. Ist er leer, sind "
    "alle ohne Deckel in Sicherheit, und der Gewinner der Runde gibt dem Verlierer Deckel. "
    "Wer zuletzt noch Deckel hat, hat verloren.",
    "playoff_all_equal": "Haben alle gleich viele, legt der Gewinner Deckel auf den Stapel zurück.",
    "playoff_last_two_equal": "Haben die letzten zwei gleich viele, "
    "legt der Gewinner Deckel auf den Stapel zurück.",
    "starter_loser": "Der Verlierer fängt die nächste Runde an.",
    "starter_winner": "Der Gewinner fängt die nächste Runde an.",
    "starter_challenger": "Wer gehoben hat, fängt die nächste Runde an.",
    "starter_mia_wikipedia": "Wer nach dem Verlierer sitzt, fängt die nächste Runde an.",
    "second_chance": "Einmal darf man mit einem Leben zurückkommen.",
    "last_life": "Im letzten Leben darf man noch einmal würfeln, bevor man etwas sagt.",
    "reroll_optional": "Wer zum ersten Mal nur noch {at} hat, darf seine Leben neu würfeln.",
    "reroll_mandatory": "Wer zum ersten Mal nur noch {at} hat, würfelt seine Leben neu.",
    "list_title": "Die Tische, die der Kasten kennt",
}
"""Every sentence by its key."""
