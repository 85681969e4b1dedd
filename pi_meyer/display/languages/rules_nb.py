"""Kveldens regler slik man sier dem ved bordet, på norsk; hullene fylles fra innstillingene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SENTENCES: Final[Mapping[str, str]] = {
    "n0": "ingenting",
    "n1": "ett",
    "n1_deckel": "én",
    "n2": "to",
    "head_round": "Runden",
    "head_lift": "Når begeret løftes",
    "head_meyer": "{meyer}",
    "head_end": "Hvem vinner",
    "head_ranking": "Hva slår hva",
    "ranking_hint": "høyest først; av 36 kast er så mange minst like høye",
    "cup": "To terninger, ett beger. Rist, vend begeret ned på ruten, kikk alene, "
    "og si hva du har. Du har lov til å lyve.",
    "digits": "Den høyeste terningen først: 5 og 2 er 52, aldri 25.",
    "raise_strict": "Kaster du videre, må du si mer enn den før deg.",
    "raise_equal_ok": "Kaster du videre, må du si minst like mye som den før deg.",
    "illegal_loses": "Sier du for lite, mister du {one}, og runden er over.",
    "answer": "Nestemann tror på det og kaster, eller løfter begeret.",
    "pass_off": "Begeret går ikke videre usett: Tror du på det, så kaster du.",
    "pass_same": "Du kan skyve begeret videre uten å se og si det samme.",
    "pass_higher": "Du kan skyve begeret videre uten å se, men da må du si mer.",
    "pass_same_or_higher": "Du kan skyve begeret videre uten å se og si det samme eller mer.",
    "answers_for_it": "Den som sa det sist, må stå for det, enten du har sett etter eller ikke.",
    "blind_strict": "Du kan kaste om igjen, la være å se og si «høyere»: "
    "Det gjelder for neste tall opp.",
    "blind_equal_ok": "Du kan kaste om igjen, la være å se og si «det eller over»: "
    "Det gjelder for tallet som ble sagt.",
    "concede": "Du kan også gi deg: Det koster deg {one}.",
    "kippe": "Står en terning på skrå? Si «skjev». Nestemann lar deg kaste om, eller løfter; "
    "den som tar feil, mister {one}.",
    "true_truth": "Like høyt som sagt, eller høyere: Den som løftet, taper.",
    "true_lie": "Akkurat det som ble sagt: Den som løftet, taper. Har du mer, er det også bløff; "
    "bare «det eller over» og et beger som er skjøvet videre, kan skjule noe bedre.",
    "bluff": "Lavere: Den som sa det, taper.",
    "cost_lives": "Det koster ett liv.",
    "cost_tally": "Det koster ett poeng.",
    "cost_deckel": "Det koster én brikke.",
    "cocked": "Ligger en terning skjevt under et tall, gjelder det ikke: Den samme kaster igjen.",
    "joker": "32 er joker: Da er alt sant, selv {meyer}.",
    "toast": "32 under begeret? Skål! Ingen taper, og den som kastet, begynner på nytt.",
    "escalation": "Hver tapte runde koster {one} mer enn den før.",
    "final_two": "Når bare to er igjen, koster alt minst to.",
    "meyer": "21 er {meyer}. Ingenting er høyere.",
    "meyer_must_lift": "Sier noen {meyer}, må nestemann løfte.",
    "meyer_accept_or_lift": "Sier noen {meyer}, løfter nestemann, eller tror på det: "
    "Det koster {accept}, og ingen får se terningene.",
    "meyer_as_any_claim": "{meyer} er et tall som alle andre: Løft, eller kast videre.",
    "meyer_auto_reveal": "Sier du {meyer}, viser du den med en gang.",
    "meyer_costs": "Tviler du på en ekte: {true}. Blir du tatt i en falsk: {false}.",
    "meyer_shown_costs": "En ekte koster nestemann {true}; en falsk koster deg {false}.",
    "meyer_shown_all": "En ekte koster alle andre {true}; en falsk koster deg {false}.",
    "meyer_pass": "Selv {meyer} kan skyves videre usett, som det samme.",
    "meyer_roll": "Ligger det 21 under begeret, koster det like mye, uansett hva som ble sagt.",
    "double_back": "Får du {meyer}, kan du løfte til dobbel pris.",
    "little": "31 er {little}, bare {meyer} er høyere, og den koster {little_cost}.",
    "little_off": "31 er det laveste av alt.",
    "half": "42 slår alle par.",
    "one_high": "Av parene er 11 best og 66 dårligst.",
    "lives_last_standing": "Alle begynner med {lives}. Har du ingen igjen, er du ute; "
    "sistemann vinner.",
    "lives_first_out_loses": "Alle begynner med {lives}. Førstemann uten liv har tapt.",
    "lives_1": "ett liv",
    "lives_n": "{n} liv",
    "tally": "Det skrives poeng. Det er slutt når dere ikke gidder mer.",
    "deckel": "Det ligger {lids} brikker i bunken; taperne tar derfra. Er den tom, er alle uten "
    "brikker fri, og rundens vinner gir brikker til taperen. "
    "Sistemann med brikker har tapt.",
    "playoff_all_equal": "Har alle like mange, legger vinneren brikker tilbake i bunken.",
    "playoff_last_two_equal": "Har de to siste like mange, "
    "legger vinneren brikker tilbake i bunken.",
    "starter_loser": "Taperen begynner neste runde.",
    "starter_winner": "Vinneren begynner neste runde.",
    "starter_challenger": "Den som løftet, begynner neste runde.",
    "starter_mia_wikipedia": "Den som sitter etter taperen, begynner neste runde.",
    "second_chance": "Én gang kan du komme tilbake med ett liv.",
    "last_life": "På ditt siste liv kan du kaste om igjen før du sier noe.",
    "reroll_optional": "Er du for første gang nede på {at}, kan du kaste om livene dine.",
    "reroll_mandatory": "Er du for første gang nede på {at}, kaster du om livene dine.",
    "list_title": "Bordene boksen kjenner",
}
"""Every sentence by its key."""
