"""What stands on the paper, in four languages: the label's promises and the game on one page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language.

    Attributes:
        sees: heading and sentences of what the camera sees.
        keeps: heading and sentences of what is kept.
        game: heading and steps of a round.
        ranking: heading over the 21 rolls, best first, and the line below it.
        box: heading and lines on how the box answers.
        tonight: that the rules of the house may differ.
        scale: over the ruler.
        cut: on the cutting template.
    """

    sees: tuple[str, ...]
    keeps: tuple[str, ...]
    game: tuple[str, ...]
    ranking: tuple[str, str]
    box: tuple[str, ...]
    tonight: str
    scale: str
    cut: tuple[str, str]


WORDS: Final[dict[str, Words]] = {
    "da": Words(
        sees=(
            "HVAD KAMERAET SER",
            (
                "Kun terningerne, nedefra, gennem ruden. Alt uden for ringen gøres sort, før noget "
                "program ser det."
            ),
            "Terningerne læses først, når nogen løfter.",
        ),
        keeps=(
            "HVAD DER GEMMES",
            "Ingen billeder, ingen lyd, ingen ansigter, intet netværk.",
            (
                "Kun slag, meldinger, liv og de navne, I selv skriver. Et billede af terningerne "
                "gemmes kun, hvis I slår det til."
            ),
            "Slet alt: pi-meyer matches forget",
        ),
        game=(
            "SÅDAN GÅR EN RUNDE",
            "Sæt bægeret på bunden, ryst begge dele sammen, og sæt dem i ringen.",
            "Kig alene: vip bægeret en smule.",
            "Sig et slag, der er højere end det, du fik. Sandt eller ej.",
            "Næste spiller tror på det og ryster videre, eller løfter.",
            (
                "Løft: tryk på den store knap. Holder slaget, mister den, der løftede, et liv. Ellers "
                "den, der sagde det."
            ),
        ),
        ranking=("FRA BEDST TIL LAVEST", "21 er Meyer. Det højeste ciffer siges først."),
        box=(
            "SÅDAN SVARER KASSEN",
            "KLAR: to terninger ligger stille. Kassen kender dem ikke endnu.",
            "Er den ikke sikker, spørger den. Så rører I selv det, der ligger.",
            "Forkert? FORTRYD retter alt.",
        ),
        tonight="Reglerne i aften står på skærmen, og de går forud for dette ark.",
        scale="Udskriv i 100 %: stregen er 50 mm",
        cut=("Rude, klar akryl {} mm", "Bægerets bund, klar akryl {} mm"),
    ),
    "nb": Words(
        sees=(
            "HVA KAMERAET SER",
            (
                "Bare terningene, nedenfra, gjennom ruten. Alt utenfor ringen gjøres svart før noe "
                "program ser det."
            ),
            "Terningene leses først når noen løfter.",
        ),
        keeps=(
            "HVA SOM LAGRES",
            "Ingen bilder, ingen lyd, ingen ansikter, ikke noe nettverk.",
            (
                "Bare slag, meldinger, liv og navnene dere selv skriver. Et bilde av terningene "
                "lagres bare hvis dere slår det på."
            ),
            "Slett alt: pi-meyer matches forget",
        ),
        game=(
            "SLIK GÅR EN RUNDE",
            "Sett begeret på bunnen, rist begge deler sammen, og sett dem i ringen.",
            "Se alene: vipp begeret litt.",
            "Si et slag som er høyere enn det du fikk. Sant eller ikke.",
            "Nestemann tror på det og rister videre, eller løfter.",
            (
                "Løft: trykk på den store knappen. Holder slaget, mister den som løftet, et liv. Ellers "
                "den som sa det."
            ),
        ),
        ranking=("FRA BEST TIL LAVEST", "21 er Meyer. Det høyeste sifferet sies først."),
        box=(
            "SLIK SVARER BOKSEN",
            "KLAR: to terninger ligger stille. Boksen kjenner dem ikke ennå.",
            "Er den ikke sikker, spør den. Da trykker dere selv på det som ligger.",
            "Feil? ANGRE retter alt.",
        ),
        tonight="Reglene i kveld står på skjermen, og de går foran dette arket.",
        scale="Skriv ut i 100 %: streken er 50 mm",
        cut=("Rute, klar akryl {} mm", "Begerets bunn, klar akryl {} mm"),
    ),
    "de": Words(
        sees=(
            "WAS DIE KAMERA SIEHT",
            (
                "Nur die Würfel, von unten, durch das Fenster. Alles außerhalb des Rings wird schwarz, "
                "bevor ein Programm hinsieht."
            ),
            "Gelesen wird erst, wenn jemand hochhebt.",
        ),
        keeps=(
            "WAS BEHALTEN WIRD",
            "Keine Bilder, kein Ton, keine Gesichter, kein Netz.",
            (
                "Nur Würfe, Ansagen, Leben und die Namen, die ihr selbst eingebt. Ein Bild der Würfel "
                "bleibt nur, wenn ihr das einschaltet."
            ),
            "Alles löschen: pi-meyer matches forget",
        ),
        game=(
            "SO GEHT EINE RUNDE",
            "Becher auf den Boden setzen, beides zusammen schütteln, in den Ring stellen.",
            "Allein nachsehen: den Becher ein wenig kippen.",
            "Einen Wurf ansagen, der höher ist als der gehörte. Wahr oder nicht.",
            "Der Nächste glaubt es und schüttelt weiter, oder hebt hoch.",
            (
                "Hochheben: den großen Knopf drücken. Hält der Wurf, verliert ein Leben, wer hochhob. "
                "Sonst, wer es sagte."
            ),
        ),
        ranking=("VOM BESTEN ZUM KLEINSTEN", "21 ist Meier. Die höhere Zahl wird zuerst gesagt."),
        box=(
            "SO ANTWORTET DER KASTEN",
            "STEHT: zwei Würfel liegen still. Der Kasten kennt sie noch nicht.",
            "Ist er nicht sicher, fragt er. Dann tippt ihr an, was da liegt.",
            "Falsch? DOCH NICHT nimmt alles zurück.",
        ),
        tonight="Die Regeln des Abends stehen auf dem Schirm und gehen diesem Blatt vor.",
        scale="Zu 100 % drucken: der Strich ist 50 mm",
        cut=("Fenster, klares Acryl {} mm", "Boden des Bechers, klares Acryl {} mm"),
    ),
    "en": Words(
        sees=(
            "WHAT THE CAMERA SEES",
            (
                "Only the dice, from below, through the window. All outside the ring is made black "
                "before any program looks."
            ),
            "The dice are not read until somebody lifts.",
        ),
        keeps=(
            "WHAT IS KEPT",
            "No pictures, no sound, no faces, no network.",
            (
                "Only rolls, announcements, lives and the names that you type. A picture of the dice "
                "is kept only if you switch that on."
            ),
            "Wipe it all: pi-meyer matches forget",
        ),
        game=(
            "HOW A ROUND GOES",
            "Put the cup on its base, shake both together, set them down in the ring.",
            "Look alone: tilt the cup a little.",
            "Say a roll higher than the one you were told. True or not.",
            "The next player believes it and shakes on, or lifts.",
            (
                "Lift: press the big button. If the roll holds, whoever lifted loses a life. If not, "
                "whoever said it."
            ),
        ),
        ranking=("FROM BEST TO LOWEST", "21 is Meyer. The higher digit is said first."),
        box=(
            "HOW THE BOX ANSWERS",
            "READY: two dice lie still. The box does not know them yet.",
            "If it is not sure, it asks. Then you touch what lies there.",
            "Wrong? UNDO mends everything.",
        ),
        tonight="Tonight's rules are on the screen, and they come before this sheet.",
        scale="Print at 100 %: the line is 50 mm",
        cut=("Window, clear acrylic {} mm", "Cup's base, clear acrylic {} mm"),
    ),
}

RANKING: Final = [
    "21",
    "66",
    "55",
    "44",
    "33",
    "22",
    "11",
    "65",
    "64",
    "63",
    "62",
    "61",
    "54",
    "53",
    "52",
    "51",
    "43",
    "42",
    "41",
    "32",
    "31",
]
