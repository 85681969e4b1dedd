"""Aftenens regler, som man siger dem ved bordet, på dansk; hullerne fyldes fra indstillingerne."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SENTENCES: Final[Mapping[str, str]] = {
    "n0": "ingenting",
    "n1": "ét",
    "n1_deckel": "én",
    "n2": "to",
    "head_round": "Runden",
    "head_lift": "Når bægeret løftes",
    "head_meyer": "{meyer}",
    "head_end": "Hvem vinder",
    "head_ranking": "Hvad slår hvad",
    "ranking_hint": "højest først; af 36 slag er så mange mindst lige så høje",
    "cup": "To terninger, ét bæger. Ryst, vend bægeret ned på ruden, kig selv, "
    "og sig, hvad du har. Du må gerne lyve.",
    "digits": "Den højeste terning først: 5 og 2 er 52, aldrig 25.",
    "raise_strict": "Slår man videre, skal man sige mere end den før.",
    "raise_equal_ok": "Slår man videre, skal man sige mindst det samme som den før.",
    "illegal_loses": "Siger du for lidt, mister du {one}, og runden er slut.",
    "answer": "Den næste i rækken tror på det og slår, eller løfter bægeret.",
    "pass_off": "Bægeret går ikke videre usét: Tror du på det, så slår du.",
    "pass_same": "Du må sende bægeret videre uden at kigge og sige det samme.",
    "pass_higher": "Du må sende bægeret videre uden at kigge, men så skal du sige mere.",
    "pass_same_or_higher": "Du må sende bægeret videre uden at kigge og sige det samme eller mere.",
    "answers_for_it": "Den, der sagde det sidst, hænger på det, om du så har kigget eller ej.",
    "blind_strict": "Du må slå om, lade være at kigge og sige „højere“: "
    "Det gælder for det næste tal op.",
    "blind_equal_ok": "Du må slå om, lade være at kigge og sige „det eller derover“: "
    "Det gælder for det, der blev sagt.",
    "concede": "Du må også give op: Det koster dig {one}.",
    "kippe": "Står en terning skævt? Sig „skæv“. Den næste lader dig slå om, eller løfter; "
    "den, der tager fejl, mister {one}.",
    "true_truth": "Lige så højt som sagt, eller højere: Den, der løftede, taber.",
    "true_lie": "Præcis det, der blev sagt: Den, der løftede, taber. Har du mere, er det også "
    "bluff; kun „det eller derover“ og et videresendt bæger må gemme på noget bedre.",
    "bluff": "Lavere: Den, der sagde det, taber.",
    "cost_lives": "Det koster et liv.",
    "cost_tally": "Det koster et point.",
    "cost_deckel": "Det koster en brik.",
    "cocked": "Ligger en terning skævt under et tal, gælder det ikke: Den samme slår igen.",
    "joker": "32 er joker: Så er alt sandt, selv {meyer}.",
    "toast": "32 under bægeret? Skål! Ingen taber, og den, der slog, begynder forfra.",
    "escalation": "Hver tabt runde koster {one} mere end den før.",
    "final_two": "Når der kun er to tilbage, koster alting mindst to.",
    "meyer": "21 er {meyer}. Intet er højere.",
    "meyer_must_lift": "Siger nogen {meyer}, så skal den næste løfte.",
    "meyer_accept_or_lift": "Siger nogen {meyer}, så løfter den næste, eller tror på det: "
    "Det koster {accept}, og ingen ser terningerne.",
    "meyer_as_any_claim": "{meyer} er et tal som alle andre: Løft, eller slå videre.",
    "meyer_auto_reveal": "Siger du {meyer}, viser du den med det samme.",
    "meyer_costs": "Tvivler du på en ægte: {true}. Bliver du taget i en falsk: {false}.",
    "meyer_shown_costs": "En ægte koster den næste {true}; en falsk koster dig {false}.",
    "meyer_shown_all": "En ægte koster alle andre {true}; en falsk koster dig {false}.",
    "meyer_pass": "Selv {meyer} må sendes videre usét, som det samme.",
    "meyer_roll": "Ligger der 21 under bægeret, koster det lige så meget, uanset hvad der er sagt.",
    "double_back": "Får du {meyer}, må du løfte til dobbelt pris.",
    "little": "31 er {little}, kun {meyer} er højere, og den koster {little_cost}.",
    "little_off": "31 er det laveste af alt.",
    "half": "42 slår alle par.",
    "one_high": "Af parrene er 11 det bedste og 66 det dårligste.",
    "lives_last_standing": "Alle begynder med {lives}. Har du ingen, er du ude; "
    "den sidste tilbage vinder.",
    "lives_first_out_loses": "Alle begynder med {lives}. Den første uden liv har tabt.",
    "lives_1": "ét liv",
    "lives_n": "{n} liv",
    "tally": "Der skrives point op. Det slutter, når I ikke gider mere.",
    "deckel": "Der ligger {lids} brikker i bunken; taberne tager derfra. Er den tom, er alle uden "
    "brikker fri, og rundens vinder giver brikker til taberen. "
    "Den sidste med brikker har tabt.",
    "playoff_all_equal": "Har alle lige mange, lægger vinderen brikker tilbage i bunken.",
    "playoff_last_two_equal": "Har de to sidste lige mange, "
    "lægger vinderen brikker tilbage i bunken.",
    "starter_loser": "Taberen begynder næste runde.",
    "starter_winner": "Vinderen begynder næste runde.",
    "starter_challenger": "Den, der løftede, begynder næste runde.",
    "starter_mia_wikipedia": "Den, der sidder efter taberen, begynder næste runde.",
    "second_chance": "Én gang må du komme tilbage med ét liv.",
    "last_life": "På dit sidste liv må du slå om, før du siger noget.",
    "reroll_optional": "Er du for første gang nede på {at}, må du slå om dine liv.",
    "reroll_mandatory": "Er du for første gang nede på {at}, slår du om dine liv.",
    "list_title": "De borde, boksen kender",
}
"""Every sentence by its key."""
