"""Every tunable figure of the reader, each with a sentence and a unit.

Lengths in pixels hold for a picture of 640 pixels across; an edge is that of the die in question,
a pitch the distance of neighbouring cells of its lattice, and a step the difference in linear
light between a pip and its face. The figures were chosen on the shared pictures and photos and
checked on harmed pictures and simulated rolls.
"""

from __future__ import annotations

from typing import Final

# Pictures

PICTURE_MAX_PIXELS: Final = 50_000_000
"""Pixels of the largest picture file that is decoded."""

FILE_MAX_BYTES: Final = 200_000_000
"""Bytes of the largest picture file that is opened."""

WORK_WIDTH_PX: Final = 640
"""Width in pixels to which pictures from below are scaled."""

WORK_HEIGHT_MAX_PX: Final = 960
"""Height in pixels that a scaled picture may have at most; taller ones are scaled down to it."""

SIDE_MIN_PX: Final = 64
"""Sides in pixels below which a picture holds nothing to read."""

CROP_HALF_PX: Final = 224
"""Half the side in pixels of the square that is kept round the middle of a scaled picture."""

GAMMA: Final = 2.2
"""Exponent from grey level (0 to 1) to linear light."""

# Pips

PIPS_WITHIN_PX: Final = 216
"""Half the side in pixels of the square round the middle where pips are sought."""

BLOB_BOXES: Final = ((2, 5, 13), (4, 5, 11))
"""For each pass over the picture: how far it is shrunk (each time by two), and the sides of the
small and the large box in pixels of the shrunk picture; the second pass finds oversized pips."""

BLOB_STEP_GREY: Final = 3.0
"""Grey levels by which the small box must differ from the large one."""

BLOB_LIMIT: Final = 90
"""Number of blobs of one kind that are kept, the clearest first."""

PEAKS_PER_BLOB: Final = 8
"""Peaks that are looked at for each blob that is kept; several passes find the same one."""

SAME_BLOB_PX: Final = 4.0
"""Blobs of one kind within this many pixels are one."""

ROUND_RANK: Final = 2
"""Of eight falls around a blob, in ascending order, the one that is tested (0 is the smallest)."""

ROUND_SHARE: Final = 0.2
"""Share of the mean fall that this one must reach; edges and lines fail."""

ONE_WIDE: Final = 1.7
"""How much wider than usual the middle of the pip of a 1 is sought, as a factor."""

# Candidates

EDGE_MIN_PX: Final = 40.0
"""Edge of a die in pixels below which it is not read."""

EDGE_MAX_PX: Final = 104.0
"""Largest edge of a die in pixels: casino dice of 19 mm in the box as it is built span 98."""

DIAGONAL_MAX_PX: Final = 84.7
"""Largest distance in pixels of two pips of a face that lie corner to corner."""

EDGE_USUAL_PX: Final = 76.0
"""Usual edge of a die in pixels: 16 mm at the working height."""

PITCH_SHARE: Final = 0.256
"""Usual distance of neighbouring cells, as a share of the edge."""

PITCH_SHARE_MIN: Final = 0.222
"""Smallest such share; dice differ."""

PITCH_SHARE_MAX: Final = 0.312
"""Largest such share, where a dark rim makes the outline look small."""

PITCH_SHARE_DARK_DIE_MAX: Final = 0.36
"""The same for a face with light pips, whose dark rim hides more."""

STEP_FLOOR: Final = 0.0005
"""Linear light that a pip's step counts as at least, so that shares stay finite."""

STEP_MIN: Final = 0.002
"""Linear light by which a pip must differ from its face."""

PAIR_STEP_SHARE: Final = 0.25
"""How much the fainter of two opposite pips stands out at least, as a share of the clearer one;
of faces that were read none had less than 0.38."""

LONE_SPREAD: Final = 0.6
"""Unevenness round a blob, in steps, up to which it may be a 1."""

LONE_LIMIT: Final = 10
"""Number of blobs of one kind that are tried as a 1."""

LONE_RING_PX: Final = 22.0
"""Difference of their distances from the middle up to which white blobs are one ring, in pixels."""

LONE_RING_BLOBS: Final = 5
"""Number of white blobs that make a ring of lamp images."""

LONE_SMALL_PX: Final = 33.0
"""Half edge in pixels below which a 1 may have been traced along its inner rim."""

ONE_LARGER: Final = 1.3
"""How much larger such a 1 is tried too, as a factor."""

SLOPE_SOFT: Final = 60.0
"""Slope (Sobel 3x3 of grey levels) at which an edge counts by about 0.7."""

SIDE_SPREAD_PITCHES: Final = 0.08
"""How far the four sides of a face may differ in distance from its middle, in pitches."""

SIDE_ROUGH_PITCHES: Final = 0.06
"""How far from its line a step of a side may lie before it counts less, in pitches."""

SAME_PLACE_PX: Final = 7.0
"""Candidates of one value whose middles lie within this many pixels are one."""

ROUGH_LIMIT: Final = 7
"""Candidates whose outline is glimpsed: this many, times the share of their kind."""

ROUGH_SHARES: Final = (1, 4, 2, 1, 2, 2)
"""Shares of light 1s, 2s and 3s (pairs of lamps look like them), 4s to 6s, and of dark ones."""

RANK_OF_STEP: Final = 0.5
"""How much sooner a candidate with clearer pips is looked at, for each unit of linear light."""

RANK_STEP_MOST: Final = 0.25
"""Linear light between pips and face from which they are no clearer for that."""

OUTLINED_LIMIT: Final = 14
"""Number of candidates that get an outline."""

RIVAL_SCORE: Final = 0.85
"""Score at the first look beyond which no other kind of face is asked for in the same place."""

RIVAL_SHARE: Final = 0.8
"""Share of the best score of its place that a face of another kind needs to be asked for."""

ROUGH_SCORE: Final = 0.43
"""Score that the first look at a candidate needs, so that it is measured in full."""

ROUGH_FURTHER_SCORE: Final = 0.5
"""The same for all but the best two."""

ROUGH_EDGE_MIN_PX: Final = 36.0
"""Edge at the first look below which a candidate never settles to a die, in pixels."""

WHOLE_PIPS: Final = 4
"""Number of pips from which a candidate's pips are no face of their own."""

PART_PITCHES: Final = 0.4
"""Distance in that candidate's pitches within which pips are the same, and beyond which middles
are not."""

PART_SHARE: Final = 0.6
"""What is left of the score of such a part."""

RIPPLE_FREE: Final = 0.06
"""Unevenness of the bare face, in steps of a pip, that costs a candidate nothing."""

RIPPLE_COST: Final = 0.8
"""Share of its score that each step of unevenness beyond that costs."""

ODD_CELL_COST: Final = 0.1
"""Share of its score that each cell costs which differs from the opposite one."""

ODD_CELL_SHARE: Final = 0.6
"""Share of a pip by which opposite cells differ when they do."""

ROUGH_RIPPLE_COST: Final = 0.3
"""The same for each step of unevenness at the first look."""

PLACE_EDGES: Final = 0.55
"""Distance of the middles of two dice, at least, in edges."""

SETTLED_LIMIT: Final = 5
"""Number of candidates that are measured in full, of one kind at most one for each place."""

FACE_LIMIT: Final = 5
"""Number of faces that are kept, one for each place."""

SETTLE_PX: Final = 6.0
"""Pixels by which the middle may move when the lattice is fitted to the pips."""

ASPECTS_ASLANT: Final = (1.0, 1.25, 0.8)
"""How much longer rows than columns are tried on photos from above, as factors."""

OUTSHONE_SHARE: Final = 0.35
"""Share of its twin's rise below which a cell of a face with light pips decides for both."""

OUTSHINES: Final = 1.4
"""Share of a pip beyond which a light spot on a bare cell is a lamp's image."""

LIT_SHARE: Final = 0.12
"""Share of its twin's rise by which a cell lighter than a pale face shows a lamp's image."""

# Vetoes on one face

SIDE_WEAKEST: Final = 0.22
"""Strength that the weakest side of a face needs, 0 to 1."""

SIDE_SECOND: Final = 0.3
"""Strength that the second weakest side needs, 0 to 1."""

THIN_WEAKEST: Final = 0.11
"""The same for a side whose steps lie straight."""

THIN_SECOND: Final = 0.2
"""The same for the second weakest."""

THIN_ROUGH: Final = 0.02
"""Median distance of its steps from their line, in pitches, up to which such a side is there."""

PIP_ALONE_MIN: Final = 0.3
"""Share of a whole pip that each pip needs by itself, unless a lamp's image hides it."""

PIP_SOLE_MIN: Final = 0.2
"""Share of a pip that the faintest spot of a pip needs whose opposite one a lamp's image hides."""

PIP_SHARE_MIN: Final = 0.6
"""Share of a whole pip that the faintest pip needs."""

BARE_SHARE_MAX: Final = 0.2
"""Share of a pip that a bare cell and its twin may reach together."""

BARE_ALONE_MAX: Final = 0.4
"""Share of a pip that a bare cell may reach by itself."""

BARE_TOWARD_MAX: Final = 0.28
"""Step within one bare cell towards a pip, in pips."""

CONTRARY_SHARE_MAX: Final = 0.25
"""Share of a pip by which a bare cell may differ the other way."""

CONTRARY_LIGHT_MAX: Final = 0.5
"""The same for a face with light pips, where a dark spot hides nothing."""

BARE_CONTRARY_MAX: Final = 0.35
"""Step within one bare cell away from a pip, in pips."""

CENTRE_PIP_MIN: Final = 0.8
"""Clearness of the middle pip of a light 3 or 5, as a share of the faintest of its other pips."""

CENTRE_PIP_MAX: Final = 1.2
"""The same at most, as a share of the clearest of its other pips."""

CENTRE_SHARE_MAX: Final = 0.17
"""Share of a pip by which the bare middle of a 2 or 4 may differ either way."""

CENTRE_LEVEL_MAX: Final = 0.7
"""Light of the bare middle of a light 2 or 4 at most, as a share of that of its pips."""

CENTRE_STEP_MAX: Final = 0.22
"""Step within that middle cell, either way, in pips."""

CENTRE_ROOM_MIN: Final = 0.012
"""Linear light between a pale face and white from which the next figure is asked."""

CENTRE_FILLED_MAX: Final = 0.6
"""Share of that room which the middle of a 2 or 4 may fill; a lamp image fills it all."""

CENTRE_RING_PX: Final = 55.0
"""How much nearer or farther a lamp may be than a white middle, in pixels."""

WHITE_LEVEL: Final = 0.96
"""Linear light from which a cell counts as white."""

LAMP_PIP_LEVEL: Final = 0.6
"""Linear light from which a light pip may be a lamp image where one must lie."""

LAMP_RING_PX: Final = 20.0
"""How much nearer or farther a lamp may be than any other white cell, in pixels."""

LAMP_RING_SPOTS: Final = 6
"""Number of white spots (of four by four pixels) that make a lamp."""

RING_SEEN_MIN: Final = 6
"""Number of lamp images that must agree before they tell where the others of their ring lie."""

RING_SEEN_SHARE: Final = 0.6
"""Share of all images of the ring that must be seen."""

RING_FALL_SHARE: Final = 0.25
"""Share by which the steps of images of one ring that are not white differ from the usual one."""

RING_COUNT_MIN: Final = 6
"""Number of lamps of a ring, at least."""

RING_COUNT_MAX: Final = 16
"""Number of lamps of a ring, at most."""

RING_SPOTS_MAX: Final = 16
"""Number of bright spots that are looked at, the largest first."""

RING_IMAGE_MAX_PX: Final = 64.0
"""Width in pixels of one lamp image, at most; what shines wider is no single lamp."""

RING_OFF_AXIS_PX: Final = 48.0
"""How far from the picture's middle that of the ring may lie, in pixels."""

RING_WIDTH_PX: Final = 4.0
"""How far from their circle the images may lie, in pixels."""

RING_ARC_PX: Final = 6.0
"""How far along it they may lie from even spacing, in pixels."""

RING_ARC_STEPS: Final = 0.08
"""The same as a share of the step from one lamp to the next."""

RING_SAME_PX: Final = 5.0
"""How far from where an image must lie the middle of a light spot may lie that is this image."""

RING_BESIDE_PX: Final = 4.0
"""How far beyond its seen reach a lamp image may still be white, in pixels."""

RING_BESIDE_PITCHES: Final = 0.35
"""The radius of a pip, in pitches: an image that touches it can be taken for it or hide it."""

DISTURBED_SCORE: Final = 0.45
"""Score that both dice need for a second look without the light of near lamps."""

DISTURBED_SIZE: Final = 1.45
"""How much larger one of two faces in that light may be, as a factor; of 16 pairs that were read
without it the oddest were 1.36 apart, where one had been taken for another value."""

DISTURBED_ADVANTAGE: Final = -12.0
"""How much more likely flat than tilted both must be for that, as twice a logarithm; faces that are
read then have -9 or more, dice that lean mostly far less."""

AGAIN_EDGES: Final = 0.85
"""How far from the middle of a face its pips can be when it is looked at again, in edges."""

LAMP_PIP_STEP: Final = 0.3
"""How much lamps' light that was taken away must have stood out from that around it, in steps of a
face's pips, for what is left of it to be taken for one."""

LAMP_PIP_DARK: Final = 0.15
"""How much darker than around it such a dark pip must be in the picture itself, in steps."""

WHITE_GONE_DARK: Final = 0.6
"""Linear light that was taken from a white cell of a face with dark pips, from which it may hide
one: with half as much again even a pip would be white."""

WHITE_GONE_LIGHT: Final = 0.3
"""The same for a face with light pips, of which a white cell may be one or not."""

KEPT_WHITE_GREY: Final = 252
"""Grey level from which a spot is white that was kept because nothing shows behind it."""

JUST_FLAT: Final = 2.5
"""How much more than needed speaks for flat, as twice a logarithm, in the light of near lamps below
which the face must be flat without that light too."""

SYMMETRY_COUNTS: Final = (7, 8, 9, 10, 11, 12)
"""Numbers of lamps that are tried where their images run together."""

SYMMETRY_OFF_AXIS_PX: Final = 48
"""How far from the picture's middle that of the lamps' light may lie, in pixels."""

SYMMETRY_GRID_PX: Final = 8
"""Distance in pixels of the places where it is sought at first."""

SYMMETRY_PLACES: Final = 4
"""Number of these places from which it is sought further, the likeliest first."""

SYMMETRY_STEPS_PX: Final = (4, 2, 1)
"""How far it then moves at a time, in pixels."""

SYMMETRY_SURE_PX: Final = 2
"""Step after which the number of lamps is asked for anew."""

SYMMETRY_RIVALS: Final = 2
"""Number of numbers of lamps that are tried until then."""

SYMMETRY_GAP_MAX: Final = 0.08
"""Difference in linear light that counts most between two turns; dice make larger ones."""

SYMMETRY_AXIS_PX: Final = 108.0
"""Distance from the picture's middle at which a place counts half, in pixels."""

SYMMETRY_REACH_PX: Final = 170
"""How far out from its middle the lamps' light is taken away, in pixels."""

SYMMETRY_FADES_PX: Final = 20.0
"""Width of the border over which that fades out, in pixels."""

SYMMETRY_GROUND_PX: Final = 30
"""How far out from its middle the darkest light is what lies behind everything, in pixels."""

SYMMETRY_SHARE: Final = 0.25
"""Share of the turns that may show less than what counts as the lamps' light."""

LAMP_LIGHT_HIDES: Final = 0.7
"""Linear light of the lamps alone from which white hides whether a pip lies behind it."""

WHITE_FILL_PX: Final = 15
"""Side of the square from which a white pixel is filled, in pixels."""

LAMP_LIGHT_GREY: Final = 30.0
"""Grey levels by which a ring round the axis must be lighter than what lies far out, for the light
of near lamps to be taken away."""

NEAR_RING_PX: Final = 130.0
"""Radius in pixels of a ring of lamps' images beyond which they are not near the lens."""

LAMP_LIGHT_DARK: Final = 150.0
"""Grey level of what lies farther out, at most, for that: beyond it is the lit room."""

VEIL_GREY: Final = 50.0
"""Grey levels by which a ring round the axis must be lighter than its midst, and than what lies
beyond it, to be the images of near lamps that run into one another; none of 743 pictures with far
lamps has such a ring that is not known to be far already."""

STRAY_EDGES: Final = 0.46
"""Half the side of the square in which every blob must be a pip, in edges."""

STRAY_PITCHES: Final = 0.45
"""Distance from a pip within which a blob is that pip, in pitches."""

STRAY_SHARE_MAX: Final = 0.85
"""Clearness that another blob may have there, as a share of the pips'."""

RIPPLE_MAX: Final = 0.15
"""Unevenness of the bare face, in steps of a pip."""

# Flat or tilted

FOCAL_PX: Final = 493.0
"""Focal length in pixels of a 640-pixel picture: 66 degrees across."""

SLOPES_DEG: Final = (5, 6, 7, 8, 9.5, 11, 12.5, 14, 15.5, 17, 19, 21, 23.5, 26, 29, 33, 38)
"""Slopes in degrees, seen from the camera, with which a face is compared."""

TILT_LEAST_DEG: Final = 10.0
"""Least slope of a tilted die against the window, in degrees."""

CAMERA_SPREAD_DEG: Final = 1.5
"""Usual slope of the window against the camera, in degrees each way."""

OTHER_DIE_SHARE: Final = 0.6
"""How much of what the other die says about that slope is believed."""

SHIFT_PER_EDGE: Final = 0.0058
"""How far a flat outline reaches inwards, in edges for each edge from the middle."""

SIDE_SPREAD_EDGES: Final = 0.002
"""Usual spread of a clear side's distance from the middle, in edges."""

SIDE_SPREAD_GROWS: Final = 4.3
"""How fast this grows with weakness: logarithm for a side that is not there at all."""

SIDE_STRENGTH_LEAST: Final = 0.3
"""Strength of a side below which it grows no further, 0 to 1."""

SLANT_SPREAD_DEG: Final = 0.22
"""Usual spread of a clear side's slant, in degrees."""

SLANT_SPREAD_GROWS: Final = 4.0
"""The same for the slant."""

FAINT_SIDE: Final = 0.7
"""Strength of its weakest side below which a face is faint, 0 to 1: how straight the steps along
its sides lie tells how surely these are known then, rather than contrast alone."""

FAINT_STRENGTH_LEAST: Final = 0.2
"""Strength of a faint face's side below which its spreads grow no further, 0 to 1."""

FAINT_ROUGH: Final = 0.003
"""Distance in pitches that is added to that of its steps from their line, so that few steps that
agree by chance are not too sure; where they have just that, the following holds."""

FAINT_SPREAD_EDGES: Final = 0.00155
"""Spread of a faint face's side's distance from the middle, in edges, but for weakness."""

FAINT_SPREAD_GROWS: Final = 3.8
"""How fast this grows with weakness: it may be another line than the face's."""

FAINT_SPREAD_POWER: Final = 0.58
"""Power of the steps' distance from the line with which it grows."""

FAINT_SLANT_DEG: Final = 0.14
"""The same spread of its slant, in degrees; other lines of a die run the same way."""

FAINT_SLANT_GROWS: Final = 1.9
"""How fast this grows with weakness."""

FAINT_SLANT_POWER: Final = 1.33
"""Power of the steps' distance from the line with which it grows."""

TURN_SPREAD_DEG: Final = 0.3
"""Usual turn of the outline against the lattice of pips, in degrees."""

MIDDLE_SPREAD_EDGES: Final = 0.0027
"""Usual distance of the pips' middle from that of the outline, in edges."""

PIP_SPREAD_EDGES: Final = 0.0013
"""Usual spread of a pip's place, in edges."""

RIM_SPREAD_PITCHES: Final = 0.09
"""How far a pip's rim may lie from the usual radius of the face's pips, in pitches."""

RIM_ROUGH_PITCHES: Final = 0.06
"""Distance of a rim from its circle at which a ray counts half, in pitches."""

RIM_WIDTH_PITCHES: Final = 0.25
"""How far from the usual radius a rim's width is measured, in pitches."""

RIM_MOVED_PX: Final = 0.45
"""How far a pip's middle may move, in pixels, before its rim is sought anew from there."""

RIM_REST_PX: Final = 0.2
"""Median distance of a rim from its circle from which the pip is less sure, in pixels."""

OVAL_SPREAD_PX: Final = 0.05
"""Usual amplitude by which the rims of a face's pips look oval though they are round, in pixels."""

OVAL_SPREAD_MANY_PX: Final = 0.035
"""The same for four pips and more."""

SPREAD_TAILS: Final = 4.0
"""Degrees of freedom of Student's t for all of these; fewer expect more large errors."""

TOUCHING_EDGES: Final = 0.1
"""Gap in edges up to which another die counts as touching."""

TOUCHING_SPREAD: Final = 4.0
"""How much wider the spreads of a side that touches another die are, as a factor."""

SAME_SET: Final = 0.8
"""Chance that both dice are of one set, with the same pitch."""

SAME_PITCH_SPREAD: Final = 0.003
"""Usual difference of their pitches as they are measured, as a logarithm, on a known window."""

OTHER_SET_DENSITY: Final = 5.0
"""How densely the logarithms of the pitches' ratio lie for dice of two sets, per unit."""

SMALLER_TRUST: Final = 0.5
"""Share of what speaks against flat that counts: dice of two sets look alike, too."""

TILTED_SMALLER: Final = 0.008
"""How much smaller a die that leans by 8 to 12 degrees looks at least, as a logarithm."""

TILTED_SMALLER_USUAL: Final = 0.06
"""How much smaller beyond that usual ones look."""

FLAT_BOUND: Final = 20.0
"""Advantage of flat, either way, beyond which it tells no more, as twice a logarithm."""

FLAT_BY_SIZE: Final = 0.95
"""What each unit of the advantage by the size of the other die adds to it; this and all
down to the full margin were chosen between simulated and path-traced dice that lie flat and that
lean, beginning with the weights that `python -m tests.benchmarks.tilt` gives."""

FLAT_BY_SIZE_FAINT: Final = 3.0
"""That advantage of a face with a faint side, at most: its pips are measured badly."""

FLAT_SIDE_FACE: Final = 5.2
"""What a sure side face takes from it."""

FLAT_WIDE_SIDE: Final = 5.0
"""What a side face takes from it that surely is too wide for a flat die."""

FLAT_MISSING_SIDE: Final = 11.0
"""What a flat die's inner side face takes from it that surely is not there."""

FLAT_MISSING_BLACK: Final = 0.5
"""Share of that where the die is black: its side faces are hardly seen."""

FLAT_DOUBT: Final = (-2.0, 6.0)
"""How much its misfit exceeds the advantage of a face where a side face that is too wide or is not
there tells nothing, and where it counts in full."""

FLAT_LEAST: Final = (-4.0, -1.0, -2.5, -4.0, -4.0, -4.0)
"""What must be left of it, for a 1 to a 6. With -2.5 for a 2 1.9 of a hundred of 3,300 simulated
pairs of flat dice had less, of 3,600 with one that leans by 8 to 18 degrees 24 had more. A clear 2
that leans by 13 degrees has -2.1; of 1,700 flat pairs one has between that and -1."""

FLAT_LEAST_FAINT: Final = (-1.8, -2.5, -2.5, -4.0, -4.0, -4.0)
"""The same where a side is faint: faces where none is have faint sides too."""

FLAT_MANY: Final = 4
"""Number of pips from which their lattice tells flat from tilted whatever disturbs the sides."""

FLAT_MISFIT: Final = 0.1
"""What each unit of misfit takes from the advantage of fewer pips."""

FLAT_MISFIT_FREE: Final = 10.0
"""Misfit up to which it takes nothing."""

FLAT_FULL: Final = 12.0
"""What is left beyond that at which the margin is full."""

FLAT_MISFIT_MAX: Final = 63.0
"""Misfit of a flat square, less half its advantage, as twice a log likelihood."""

FLAT_AT_ONCE: Final = 20.0
"""Advantage over which, and misfit under which, a first comparison is enough."""

FLAT_SIDE_PIPS: Final = 1.5
"""Advantage of few light pips with a faint side below which pips of an outer side face are sought;
of 44 flat simulated black dice that doubtful one seems to have some, of 28 leaning ones five do."""

SIDE_PIPS_INNER: Final = 0.3
"""How far the camera's axis lies beyond a face's middle across its outer sides, in edges."""

SIDE_PIPS_OUT: Final = (0.55, 1.0)
"""How far out from the middle of a face pips of a side face lie, least and most, in edges."""

SIDE_PIPS_ALONG: Final = 0.55
"""How far from the middle of the side they lie along it, at most, in edges."""

SIDE_PIPS_LEVEL: Final = 0.1
"""How much farther out one of two such pips may lie than the other, in edges."""

SIDE_PIPS_APART: Final = (0.35, 0.95)
"""How far apart they are along the side, least and most, in edges."""

SIDE_PIPS_STEP: Final = 0.12
"""How clear they are at least, as a share of the face's own pips: they are seen very aslant."""

SIDE_PIPS_OWN: Final = 0.48
"""How far from the middle of a face its own pips lie, at most, in edges."""

CREASE_SIDE: Final = 0.4
"""Strength of a side up to which it may be the crease between two faces of a tilted die."""

CREASE_ACROSS: Final = 0.55
"""Strength below which two opposite sides of a 4 may lie across such a crease."""

CREASE_ACROSS_MISFIT: Final = 13.0
"""Misfit of a flat die's stance from which they do, unless flat is likelier by the next figure."""

CREASE_ACROSS_FLAT: Final = 8.0
"""How much more likely flat must be then, as twice a logarithm: one of 1,300 faces has less."""

CREASE_MISFIT_MAX: Final = 28.0
"""Misfit of a flat die's stance from which a face with such a side is no face."""

# Side faces

SIDE_FACE_PER_EDGE: Final = 0.138
"""Width of a flat die's inner side face in edges, for each edge from the middle."""

SIDE_FACE_SLACK: Final = 0.06
"""Width in edges that is allowed beyond that."""

SIDE_FACE_SAME_TINT: Final = 0.05
"""Difference of tint (sum of three shares of colour) up to which a strip surely is the die's."""

SIDE_FACE_TINT: Final = 0.22
"""The same from which it surely is not."""

SIDE_FACE_DARKEST: Final = 0.05
"""Brightness of such a strip at least, as a share of the face's."""

SIDE_FACE_LIGHTEST: Final = 1.3
"""Brightness of such a strip at most, as a share of the face's."""

SIDE_FACE_GREY: Final = (0.08, 0.16)
"""Differences of a face's tint from grey (sum of three shares) that are none, and that surely show
a die that is not black."""

SIDE_FACE_TINT_CHANGE: Final = 0.4
"""Change of tint that surely ends such a strip."""

SIDE_FACE_CHANGE: Final = 0.4
"""Change of brightness from which it may end, as a logarithm; 1 more is sure."""

SIDE_LINE_FROM: Final = 0.08
"""Distance in edges beyond a flat die's side face from which a line ends one that is too wide."""

SIDE_LINE_TO: Final = 0.4
"""The same up to which it does."""

SIDE_LINE_NOTHING: Final = 0.5
"""Clearness of that line times likeness of the strip's tint to the face's that tells nothing."""

SIDE_LINE_SURE: Final = 0.65
"""The same that is sure."""

INNER_FACE_FROM: Final = 0.75
"""Edges from a die's middle to the camera's axis from which its inner side face may be missed."""

INNER_FACE_SURE: Final = 1.05
"""The same from which it is wide enough to be missed for sure."""

INNER_END_LEAST: Final = 0.065
"""Distance in edges from a side where its own slope is over."""

INNER_END_BEFORE: Final = 0.06
"""How much earlier than expected an inner side face may end, in edges."""

INNER_END_BEYOND: Final = 0.05
"""How much further, in edges."""

INNER_LINE_NOTHING: Final = 0.35
"""Clearness of the line that ends it, 0 to 1, from which it is there."""

INNER_LINE_SURE: Final = 0.15
"""The same under which it surely is not."""

NEIGHBOUR_EDGES: Final = 0.60
"""Half the side of the square that a neighbour covers, in its edges."""

NEIGHBOUR_SURE_EDGES: Final = 0.56
"""Half the side of the square that it covers without its own outline's doubt, in its edges."""

# Pairs and third bodies

LIKELY_SCORE: Final = 0.55
"""Score from which a candidate may be one of the two dice."""

PAIR_SIZE_LOG: Final = 0.1
"""Usual difference in size of dice at most, as a logarithm."""

PAIR_SIZE_SLACK: Final = 0.03
"""Share by which the edges of the two may differ beyond what their outlines and pips allow."""

EDGE_PER_RIM_MAX: Final = 1.25
"""Edge of a 1 at most, for each edge of its outline, which may be the rim of the flat part."""

PITCH_SHARE_CLOSE: Final = 0.232
"""Smallest pitch of dice on the market, as a share of the edge."""

PITCH_SHARE_WIDE: Final = 0.29
"""Largest such pitch."""

THIRD_NOTHING: Final = 0.5
"""Score from which a further candidate of like size is evidence of a third die."""

THIRD_ENOUGH: Final = 0.62
"""Score at which it is enough evidence."""

THIRD_SIZE_LOG: Final = 0.25
"""Difference in size up to which it is of like size, as a logarithm."""

THIRD_RIM_LOG: Final = 0.45
"""The same for the inner rim of its edge, which is smaller than the outline and has clear sides."""

THIRD_STEP: Final = 0.08
"""Step of its pips at least, as a share of the pair's."""

THIRD_WHITE: Final = 0.78
"""Linear light of a light pip from which it may be a lamp image, so that only sides count."""

THIRD_SIDE_NOTHING: Final = 0.44
"""Strength of its second weakest side from which such a candidate is evidence."""

THIRD_SIDE_ENOUGH: Final = 0.6
"""Strength at which it is enough evidence."""

THIRD_LAMPS_NOTHING: Final = 0.6
"""Score from which such a candidate of just the pair's size is evidence."""

THIRD_LAMPS_ENOUGH: Final = 0.7
"""Score at which it is enough evidence."""

THIRD_DIE_ENOUGH: Final = 0.68
"""Sum of evidence from which there is a third die."""

BODY_WITHIN_PX: Final = 165.0
"""Distance from the middle, in pixels, within which the middle of a square body is sought."""

BODY_EDGES_WITHIN_PX: Final = 215.0
"""Distance from the middle, in pixels, within which its edges are."""

BODY_BESIDE_EDGES: Final = 0.85
"""Distance of its middle from those of the pair, at least, in edges."""

BODY_COVERED: Final = 0.55
"""Half the side of the square that a face of the pair covers, in its edges."""

BODY_SPOT_GREY: Final = 12.0
"""Grey levels by which a light spot must stand out, so that the edges around it are left out."""

BODY_SPOT_RADIUS: Final = 3
"""How far around it they are, in pixels of a picture of a quarter of the size."""

BODY_PLACES: Final = 3
"""Number of places where an outline is traced."""

BODY_TRIES: Final = 6
"""Number of places that are tried for that; some lie too far out or on a known die."""

BODY_SQUARENESS: Final = 0.5
"""Clearness of four sides at a first look, 0 to 1, that such a place needs; less never becomes a
clear outline."""

BODY_CLEAR: Final = 0.35
"""Clearness of an outline, 0 to 1, under which it is no body; it is evidence from more only."""

BODY_SEEN: Final = 0.6
"""Share of an outline that counts as seen at least, so that a rest of one is no body."""

BODY_GLARE_GREY: Final = 150.0
"""Grey level of the darkest channel at an outline from which it may be that of lamps' glare."""

BODY_BOW_MAX: Final = 0.95
"""How much the sides of a body may be bent: 0 is straight, 2 a circle. Glare of a ring of lamps
has 1 to 2, dice in such glare up to 0.85."""

BODY_FAN_MIN: Final = 0.17
"""How far, in edges, its slopes must pass by one point: 0.25 is straight, 0 a circle. Glare that
runs together has up to 0.16, dice in it 0.185 and more."""

SQUARE_NOTHING: Final = 0.42
"""Clearness of its outline from which a body is evidence of a third die."""

SQUARE_ENOUGH: Final = 0.6
"""Clearness at which it is enough evidence."""

LAMP_BLANK_EDGES: Final = 0.38
"""Radius in edges of a blank white disc that no face of a die leaves between its pips: beside those
of a 2 there are 0.34."""

LAMP_WITHIN_EDGES: Final = 0.3
"""Distance in edges along both axes within which the middle of such a disc makes a body a lamp."""

RED_GREY: Final = 15
"""Grey levels by which red must exceed green in the middle of such a pip, at a first look."""

RED_STEP: Final = 0.06
"""How much larger the share of red must be all over the pip of an Asian 1 than around it."""

RED_GROUND: Final = 0.12
"""Difference of the share of red around it from that of grey, at most."""

SPOT_RINGS_WITHIN_PX: Final = 210.0
"""Distance from the middle, in pixels, within which light spots may be images of one ring."""

SPOT_BESIDE_EDGES: Final = 0.16
"""Distance from what a known die covers, in edges, from which a spot can be another die's pip."""

SPOT_WITHIN_PX: Final = 165.0
"""Distance from the middle, in pixels, within which such spots are sought."""

SPOT_LIGHT_WITHIN_PX: Final = 150.0
"""The same for light ones; lamps lie further out."""

SPOT_RINGS_PITCHES: Final = (0.2, 0.55, 0.8)
"""Radii of the rings round a spot on which it and its body are sampled, in pitches."""

SPOT_STEP: Final = 0.1
"""Step of a spot at least, as a share of the pair's smaller step."""

SPOT_STEP_USUAL: Final = 0.3
"""Linear light that a pip's step usually reaches; another die's may stand out more than the pair's,
up to three times as much as this or as theirs."""

SPOT_UNEVEN: Final = 0.5
"""Unevenness of the body round a spot, in steps, up to which it may be a pip."""

SPOT_EVEN: Final = 0.45
"""The same for a spot that must be one."""

SPOT_NEAR_FALL: Final = 0.45
"""Share of its step that a spot may lose on the nearest ring; pips have an even middle."""

SPOT_FAR_FALL: Final = 1.3
"""Step to the farthest ring, in steps; a pip lies on a body that is even there too."""

SPOT_FAR_LEAST: Final = 0.35
"""The same at least: beyond the dark rim of a drop there is the light of its middle again."""

SPOT_ROUND: Final = 0.93
"""Roundness of a spot that must be a pip, 1 is a circle."""

SPOT_ROUND_LEAST: Final = 0.85
"""Roundness of a spot that may be a pip."""

SPOT_LATTICE_SIZE: Final = 0.1
"""How much larger or smaller than the pair's a lattice of such spots may be, as a share."""

SPOT_LATTICE_PITCHES: Final = 0.16
"""How far from its place in that lattice a spot may lie, in pitches."""

SPOT_FLAT: Final = 0.15
"""Share of its step by which such a spot's middle and far ring may differ from it."""

SPOT_FLAT_UNEVEN: Final = 0.8
"""Unevenness round it, in steps, up to which it is a pip with a lamp image beside it."""

SPOT_FLAT_ROUND: Final = 0.9
"""Roundness that it needs."""

SPOT_LIT_FLAT: Final = 0.2
"""Share of its step by which a light pip in a lamp's glow may differ inside and further out."""

SPOT_LIT_ROUND: Final = 0.84
"""Roundness of a light pip with a lamp image beside it, whose glow pulls it out of shape."""

SPOT_LIT_UNEVEN: Final = 1.5
"""The same for a dark spot, which a lamp image beside it leaves dark."""

SPOT_CROSSED_UNEVEN: Final = 0.35
"""Unevenness up to which it is a pip that a scratch crosses, round or not."""

SPOT_CROSSED_ROUND: Final = 0.8
"""Roundness that it needs then."""

SPOT_WHITE: Final = 0.9
"""Linear light from which a spot is a lamp image rather than a pip."""

SPOT_SAME_PX: Final = 8.0
"""Distance in pixels up to which two spots are one."""

SPOT_RING_PX: Final = 14.0
"""How much nearer or farther the others of a ring of lamp images lie, in pixels."""

SPOT_RING_LEVEL: Final = 0.2
"""Linear light by which their middles differ at most."""

SPOT_RING_SPOTS: Final = 5
"""Number of spots that make such a ring."""

SPOT_RING_SPREAD: Final = 0.4
"""Length of the mean of their directions up to which they lie all round."""

SPOT_RING_FROM_PX: Final = 60.0
"""Distance from the middle, in pixels, from which they may be a ring."""

SPOT_COMPANY_UNEVEN: Final = 1.0
"""Unevenness round a spot that has a neighbour like itself, in steps, up to which both are pips."""

SPOT_NEAT: Final = 0.4
"""The same for a spot that is softer inside: unevenness, and what it may lose on the nearest ring,
in shares of its step."""

WIDE_NEAR: Final = 0.2
"""Share of its step that a clear light pip which something crosses may lose on the nearest ring."""

WIDE_STEP: Final = 0.6
"""Its step at least, in steps of the pair's pips."""

WIDE_UNEVEN: Final = 0.2
"""How uneven the body round it may be, in its own steps."""

WIDE_FAR: Final = 0.15
"""How much lighter or darker the body may be farther out, in its own steps."""

WIDE_ROUND: Final = 0.6
"""How round it must be left."""

NEAT_EVEN: Final = 0.1
"""Share of its fall by which a neat pip is uneven inside, or its ground further out, at most."""

NEAT_UNEVEN: Final = 0.3
"""Share of its fall by which the fall of a neat pip differs round it, at most."""

NEAT_ROUND: Final = 0.94
"""Roundness of a neat pip at least."""

NEAT_OFF_PX: Final = 10.0
"""Difference of their distances from the axis from which two neat spots lie on no ring."""

NEAT_MOST: Final = 6
"""Number of such spots at most: more are the images of a ring of lamps."""

SOFT_EVEN: Final = 0.12
"""Share of its fall by which that of a smaller die's lone pip differs round it and further out."""

SMALL_NEAR: Final = 0.62
"""Share of its step that a pip smaller than the pair's may lose on the nearest ring."""

SMALL_STEP: Final = 0.25
"""Its step at least, in steps of the pair's pips."""

SMALL_UNEVEN: Final = 0.35
"""How uneven the body round it may be, in its own steps."""

SMALL_FAR: Final = 0.25
"""How much lighter or darker the body may be farther out, in its own steps."""

SPOT_COMPANY_PITCHES: Final = (0.7, 3.2)
"""Least and largest distance of such neighbours, in pitches."""

SPOT_FAINT: Final = 0.2
"""Evidence from a spot that may be a pip."""

DARK_PIP_STEP: Final = 0.5
"""Step of a dark spot, as a share of the pair's smaller one, from which it alone is a third die's;
of 570 pictures of two dice that are read none has one."""

DARK_PIP_FAR: Final = 0.35
"""Share of its step by which the farthest ring may differ."""

DARK_PIP_UNEVEN: Final = 2.0
"""Unevenness round it, in steps, at most."""

DARK_PIP_ROUND: Final = 0.9
"""Roundness that it needs."""

RAGGED_PIPS: Final = 2
"""Number of dark spots like pips out of shape that make a third die; of 870 pictures of two dice
two have so many."""

RAGGED_STEP: Final = 0.25
"""Step of such a spot at least, as a share of the pair's smaller step."""

RAGGED_NEAR: Final = 0.12
"""Share of its step that it may lose on the nearest ring."""

RAGGED_FAR: Final = 0.6
"""Share of its step by which the farthest ring may differ."""

RAGGED_UNEVEN: Final = 0.85
"""Unevenness round it, in steps, at most."""

RAGGED_ROUND: Final = 0.7
"""Roundness that it needs."""

PATCH_CHROMA: Final = 0.15
"""Difference of tint from grey (sum of three shares) from which a die's colour tells it."""

PATCH_TINT: Final = 0.25
"""Difference of tint up to which a spot has a die's colour."""

PATCH_TINT_SHARE: Final = 0.5
"""The same as a share of that die's difference from grey; the smaller one counts."""

PATCH_DARKEST: Final = 0.25
"""Brightness of such a spot at least, as a share of the die's."""

PATCH_GROUND_LIGHT: Final = 0.6
"""Brightness of a cup of a die's tint at most, as a share of the die's."""

PATCH_CUP: Final = 4.0
"""Area, in squares of an edge, of a die's tint and no lighter from which the cup has that tint."""

PATCH_OVER_CUP: Final = 1.2
"""How many times as bright as the lightest parts of such a cup a body is at least."""

PATCH_LIGHTEST: Final = 3.0
"""Brightness of such a spot at most, as a share of the die's."""

PATCH_WITHIN_PX: Final = 185.0
"""Distance from the middle, in pixels, within which such spots count."""

PATCH_AXIS_PX: Final = 16.0
"""Distance from the middle, in pixels, within which the far end of a cup is always seen."""

PATCH_END: Final = 0.8
"""Share of spots of a die's colour there from which that end has this colour."""

PATCH_END_EDGE: Final = 0.6
"""Share of spots of that colour on a ring round the middle below which the end is over."""

PATCH_FROM_PX: Final = 48.0
"""Distance from the middle, in pixels, up to which a patch is always that end."""

PATCH_END_MOST_PX: Final = 100.0
"""The end of a cup is never wider than this radius, in pixels."""

PATCH_GROUND: Final = 2.5
"""Area of one piece of such spots, in squares of an edge, from which it is lit ground."""

PATCH_NOTHING: Final = 0.25
"""Fullness of a patch of them from which it is evidence of a third die."""

PATCH_ENOUGH: Final = 0.5
"""Fullness at which it is enough evidence."""

PATCH_SURELY: Final = 0.75
"""Fullness at which it is a body whatever its ground; far ends of cups reach 0.68."""

PATCH_APART_NOTHING: Final = 0.03
"""Difference of its tint from that around it (sum of three shares) up to which a patch is light and
shadow on one ground, as on the far end of a cup."""

PATCH_APART_ENOUGH: Final = 0.08
"""The same from which it may be a body; of 225 third dice 19 in 20 have 0.1 and more."""

FOREIGN_CHROMA: Final = 0.42
"""Difference of tint from grey (sum of three shares) from which a colour is a die's whatever the
others have: leather, wood and beer stay below 0.4."""

FOREIGN_LIGHT: Final = 0.02
"""Linear light of the three channels together under which a tint is noise."""

FOREIGN_AREA: Final = 0.3
"""Spots of one strong colour that are looked at, in squares of an edge at least."""

FOREIGN_NOTHING: Final = 0.65
"""Fullness of a patch of such a colour from which it is evidence of a third die."""

FOREIGN_ENOUGH: Final = 0.75
"""Fullness at which it is enough evidence."""

FOREIGN_APART_NOTHING: Final = 0.08
"""The same difference of tint for such a colour, up to which it is shadow on coloured ground."""

FOREIGN_APART_ENOUGH: Final = 0.18
"""The same from which it may be a body; of 103 third dice 98 in 100 have 0.2 and more."""

DICE_WITHIN_PX: Final = 185.0
"""Distance from the middle, in pixels, within which dice can lie."""

WHITE_GREY: Final = 250
"""Grey level of the darkest channel from which a spot is white."""

BRIGHT_GREY: Final = 235
"""Grey level of the darkest channel from which a die could be lost in the glare."""

GLARE_EDGES: Final = 0.72
"""Diameter of a bright patch in which a die could be lost, in edges."""

GLARE_RING_COVER: Final = 0.15
"""Share of a die's square that lamp images near the lens must cover for it to be lost in them."""

GLARE_HIDES: Final = 0.55
"""Share of a die's outline and face (mean of both) that must be white somewhere for it to be lost
there, if the glare is not much the same after a turn."""

GLARE_HIDES_ALL: Final = 1.2
"""That share and what the glare is unlike, from which a die is lost; of 14 third dice that nothing
else showed it was 1.34 or more."""

GLARE_UNLIKE_WEIGHT: Final = 60.0
"""How much that counts for each part of linear light by which the glare differs after a turn."""

GLARE_UNLIKE_MAX: Final = 0.018
"""Linear light by which a glare may differ on average after a turn from one lamp to the next; the
lamps' own light differs by up to 0.017, with a die in it mostly by more."""

GLARE_DICE_WIDER: Final = 1.12
"""How much wider than usual what known dice cover is taken for that, as a factor."""

GLARE_BESIDE_EDGES: Final = 0.95
"""Distance of such a place from the middle of a known die, at least, in edges."""

LAMPS_NEAR_WITHIN_PX: Final = 120.0
"""Distance from the middle, in pixels, within which only lamps near the lens have their images."""

LAMPS_NEAR_PARTS: Final = 3
"""Number of separate directions in which they must lie; a lamp of the room lies in one or two."""

GLARE_GREY: Final = 175.0
"""Grey level of the darkest channel from which a ring is glare of lamps near the lens."""

GLARE_DARK: Final = 110.0
"""Grey level of what lies farther out, at most, so that the ring is not the lit room."""

UNLIT_ENOUGH: Final = 0.8
"""Evidence from which a third die shows without the lamps' light; of 300 readable pictures that
were looked at the most had 0.64."""

UNLIT_ROUGH: Final = 3
"""As ``ROUGH_LIMIT``, for a third face in the picture without the lamps' light."""

UNLIT_OUTLINED: Final = 6
"""Number of candidates for it that get an outline."""

UNLIT_SETTLED: Final = 2
"""Number of them that are measured in full."""

LONE_SPOTS: Final = 14
"""Number of spots of each kind, without the lamps' light, round which a square is sought."""

LONE_CLEAR: Final = 0.4
"""How clear the directions of such a square are at a first look at least; see ``one_poses``."""

LONE_EDGES: Final = (0.72, 1.15)
"""Least and most edge of such a square, in edges of the pair's faces."""

LONE_NOTHING: Final = 0.5
"""Strength of its second weakest side from which such a square is evidence of a third die; of 212
readable pictures the most had 0.54."""

LONE_ENOUGH: Final = 0.6
"""Strength at which it is enough evidence."""

LONE_SIDES_NOTHING: Final = 0.72
"""Mean root strength of all its sides from which it is evidence; of 372 readable pictures the most
had 0.76."""

LONE_SIDES_ENOUGH: Final = 0.78
"""The same at which it is enough."""

UNLIT_SAME: Final = 1.2
"""How many times as high as without the lamps' light a white spot may have been with it, so that it
is no lamp's image: the light that was taken away made no spot there."""

UNLIT_FOREIGN: Final = 0.6
"""Fullness of a patch of a strong colour from which it is a third die without the lamps' light."""

UNLIT_FOREIGN_APART: Final = 0.6
"""Difference of its tint from that around it which it needs too, as a sum of three shares; of 332
readable pictures with so full a patch the most had 0.47."""

UNLIT_THERE: Final = 0.25
"""Share of its height without the lamps' light that a light spot must have had with it."""

PATCH_UNLIT: Final = 0.3
"""How full a patch of a known die's colour is a third die without the lamps' light; of those the
fullest was 0.25."""

LAMPS_NEAR_DOUBT: Final = 0.2
"""Evidence of a third die that such lamps count for, since they can hide the rest of it."""

GLARE_TURN: Final = 0.7
"""Share of a turn round the camera's axis that is bright at such a patch's distance, for glare."""

SMEAR_MAX: Final = 0.45
"""How much wider (squared pixels) the rims of the pair's pips may be along one way than on average;
motion by 6 pixels during the exposure makes 0.9."""

FRAMES_AGREE: Final = 3
"""Number of frames that must agree (fairness R1)."""

# Reasons of refusals

SOLID_SCORE: Final = 0.65
"""Score from which a candidate counts as a die, read or not."""

SOLID_SIDE: Final = 0.35
"""Strength of the weakest side for that, 0 to 1."""

SOLID_SIZE_LOG: Final = 0.3
"""Difference from the usual size for that, as a logarithm."""

REASON_BESIDE_EDGES: Final = 0.65
"""Distance from a clear die from which a place is another one, in edges."""

DARK_SHARE: Final = 0.98
"""Share of the window that must be dark for the picture to be."""

DARK_GREY: Final = 30.0
"""Grey level of the largest channel below which that is dark; with light the least seen is 85."""

SHARP_CONTRAST_GREY: Final = 30
"""Contrast in grey levels, within 28 pixels, from which a slope tells how sharp the picture is."""

SHARP_SPOTS: Final = 40
"""Number of spots (of four by four pixels) with such a contrast that it takes."""

SHARP_SURELY: Final = 16.0
"""Root of a slope of the half picture (Sobel 3x3 of grey levels) that not even black beside white
reaches in a blurred picture."""

SHARP_SHARE: Final = 0.98
"""Share of those spots that are less sharp than the figure that counts."""

BLURRED_SHARPNESS: Final = 0.24
"""Slope over contrast, for each four pixels, below which nothing is sharp: sharp edges have 0.43,
those behind frost or smeared by motion 0.25 and more, a lens that blurs by 8 pixels 0.22."""

REASON_SURE: Final = 0.7
"""Chance of the likeliest reason up to which further nets are asked for it: one refusal in six."""

BLURRED_EMPTY: Final = 0.93
"""Chance of an empty window, 0 to 1, from which the next figure counts instead."""

BLURRED_SURELY: Final = 0.185
"""Sharpness below which no window is, empty or not; behind frost an empty one has 0.19."""

SPECK_STEP_GREY: Final = 15.0
"""Grey levels by which a spot must stand out to count as dirt, pip or lamp image."""

DIRTY_SPECKS: Final = 110
"""Number of such spots of both kinds from which the window is dirty; usual marks, pips, lamps and
noise make 90 at most."""

# Photos from above

ABOVE_WIDTHS_PX: Final = (1500, 1280, 900, 640, 400)
"""Widths in pixels to which a photo is scaled, one look each."""

ABOVE_BLOB_LIMIT: Final = 200
"""Number of blobs of one kind that are kept in one look."""

ABOVE_ROUGH_LIMIT: Final = 20
"""Candidates whose outline is glimpsed in one look, as ``ROUGH_LIMIT``."""

ABOVE_OUTLINED_LIMIT: Final = 240
"""Number of candidates that get an outline in one look."""

ABOVE_ROUGH_SCORE: Final = 0.38
"""Score that the first look at a candidate needs, so that it is measured in full."""

ABOVE_FACE_LIMIT: Final = 24
"""Number of faces that are measured in full in one look."""

ABOVE_EDGE_MIN_PX: Final = 46.0
"""Smallest edge in pixels of a die in one look."""

ABOVE_EDGE_MAX_PX: Final = 112.0
"""Largest edge in pixels of a die in one look."""

ABOVE_SIZE_COST: Final = 0.1
"""Score that a difference from the usual size costs, per unit of its logarithm."""

ABOVE_SCORE: Final = 0.5
"""Score that a face needs."""

ABOVE_ONE_SCORE: Final = 0.66
"""Score that a 1 needs."""

ABOVE_PIP_MIN: Final = 0.66
"""Share of a whole pip that the faintest pip needs."""

ABOVE_BARE_MAX: Final = 0.28
"""Share of a pip that a bare cell may reach."""

ABOVE_CONTRARY_MAX: Final = 0.4
"""Any other difference within bare cells, in pips."""

ABOVE_RIPPLE_MAX: Final = 0.12
"""Unevenness of the bare face, in steps of a pip."""

ABOVE_ASPECT_LOG: Final = 0.5
"""How much longer rows than columns may be, as a logarithm."""

ABOVE_SLANT_COS: Final = 0.35
"""Cosine of the angle between rows and columns, at most."""

ABOVE_MISFIT_PITCHES: Final = 0.12
"""Distance of the pips from an even lattice, in pitches."""

ABOVE_ROUND_MIN: Final = 0.72
"""Roundness of a top face's pips; those of side faces are flatter."""

ABOVE_SQUARE_MAX: Final = 0.19
"""Largest fourfold change of light round the pip of a 1; round ones stay below 0.1, printed squares
are above 0.28."""

ABOVE_PIP_REACH: Final = 0.5
"""Radius round a pip in which its roundness is measured, in pitches."""

ABOVE_ONE_REACH: Final = 0.85
"""The same for the pip of a 1."""

ABOVE_APART_EDGES: Final = 0.9
"""Distance of the middles of two dice, at least, in edges."""

ABOVE_SCORE_GAP: Final = 0.2
"""Score by which the better of two contradicting faces must win."""

ABOVE_SIZE_RATIO: Final = 2.2
"""How much larger than the smallest the largest die of a photo may be, as a factor."""

ABOVE_DICE_MAX: Final = 6
"""Number of dice on a photo, at most."""

ABOVE_BYSTANDER_SCORE: Final = 0.58
"""Score from which a candidate that was not certain forbids a reading."""

ABOVE_BYSTANDER_EDGE_MAX_PX: Final = 160.0
"""Largest edge in pixels of such a candidate in one look."""

ABOVE_STRAY_SHARE: Final = 0.42
"""Clearness from which a blob must be explained, as a share of the faces' own pips."""

ABOVE_OTHER_SHARE: Final = 0.9
"""The same for blobs of the kind that no face has."""

ABOVE_STRAY_INSIDE_EDGES: Final = 0.46
"""Half the side of the square in which every such blob must be a pip, in edges."""

ABOVE_NEAR_EDGES: Final = 0.95
"""Distance from a face, in edges, within which any blob is explained."""

ABOVE_SIDE_EDGES: Final = 1.6
"""Distance within which a flattened blob is a pip of a side face, in edges."""

ABOVE_SLANTED: Final = 0.68
"""Roundness below which a blob is flattened."""

ABOVE_EVEN: Final = 0.6
"""Unevenness round a faint blob, in its steps, up to which it looks like a pip."""

ABOVE_FAINT_STEP: Final = 0.15
"""Step of such a faint blob, as a share of a pip's."""

ABOVE_CLEAR_STEP: Final = 0.45
"""Step of a blob that looks like a pip on uneven ground, as a share of a pip's."""
