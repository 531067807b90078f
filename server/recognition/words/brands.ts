/** Latin names that occur with goods of all kinds: makers, product series, and other words printed beside them. */
const NAMES = `
3m abb abro aeg aiwa ajax apple aqua aquaphor arctic ariel ariston asics asus atlant attache bahco baltika barbie barilla basf bauer bayer
beko berlingo bic biolux black decker blaupunkt bonduelle borges bosch boss braun bridgestone brother buderus burda bureau calgon canon
caparol carlsberg castrol caterpillar ceresit champion cisco classic colgate comfort continental crona cube czech daewoo dahua danfoss
danone dayco deepcool defender delfa dell delonghi delphi denso dewalt dexter dispatch divinol dove dulux dunlop duracell economy
einhell electric electrolux elitech emco energizer epson era ericsson espero euro exide expert extra faber fairy fanta febi fischer fit fiskars
force ford fumagalli fuchs galaxy gates gembird genius gillette gira goodyear granta graphite greenfield grohe grundfos haier hammer hansa hansgrohe
hankook heinz helix henkel hettich hikvision hilti hitachi honda huawei hyundai hynix intel interskol iveco jacobs jardin jbl jobo
johnson joma kangaroo karcher kawasaki kenwood kia kingston kioxia kleenex knauf knecht knorr kolner komatsu kraft kraftool kyocera lada lancer lavazza
legrand lego lemken lenovo lexmark light lindt link lipton liqui logan logitech loctite loreal luga luxe lux macroflex mahle makita makfa mann mapei
maunfeld maxima metabo michelin microsoft mitsubishi mobil moly monarch monster motul nescafe nestle nexans ngk nike nikon nissan nivea nokia nokian
nutella olympus optima orion osram oral panasonic pampers parker patriot penoplex pepsi pentel persil philips pioneer pirelli plus polaris premium
pro procter prof profi proline raab rapid raychem redmi redverg renault ricoh rio rockwool rowenta ryobi safe samsung sandisk santa sata schneider
schwarzkopf seagate senseo sensor sharp shell siemens sigma silk skil skoda smart soft solo sonax sony spar standard stanley stayer stels stihl super sven
tefal tesa tetra texas tikkurila tiger total toshiba toyota torx trodat tytan ultra unilever universal vaillant valeo velux viessmann vileda volkswagen
volvo wago wella werner wester weber whirlpool wilo wolf xerox xiaomi yamaha zanussi zebra zepter zubr
aerotwin archer core drive duster fast fiesta focus grand magic master mini pack polo power sandero solaris sport star step super top trend turbo twin vision
air bio box cat cola color cool dry duo eco fix flex fresh gel gold green hard home kit max mix multi nano new one safe set silver slim smart sun tech white
`

/** All the brand names above, in lower case. */
export const BRANDS: ReadonlySet<string> = new Set(NAMES.split(/\s+/).filter((name) => name.length > 1))
