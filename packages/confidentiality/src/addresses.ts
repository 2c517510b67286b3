import {
	COURT_WORDS,
	DIRECTION_PLACES,
	LOWER_STOP,
	STREET_KINDS,
	STREET_KINDS_LIKELY,
	STREET_KINDS_PLAIN,
} from './data/streets.ts'
import { after, before, type Span } from './text.ts'

const NUMBER = '(?<![\\w$€£.,§#/:-])(?:[NSEW]\\d{2,3}\\s?)?[NSEW]?\\d{1,6}(?:-\\d{1,4})?(?:[A-Za-z]|\\s?½| 1/2)?'
const DIRECTION = '(?:[NSEW]\\.?|[NS]\\.?[EW]\\.?|North|South|East|West|Northeast|Northwest|Southeast|Southwest)'
const ORDINAL =
	'(?:\\d{1,3}(?:st|nd|rd|th|ST|ND|RD|TH)|First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|Thirteenth)'
const WORD = `(?:\\p{Lu}[\\p{L}\\d'.&-]{0,24}|${ORDINAL}|of|the|de|la|las|los|el|del|y|du|des)`
const UNIT =
	'(?:,?\\s+(?:Apt|Apartment|Unit|Suite|Ste|Floor|Fl|No|Room|Rm|Bldg|Building|Lot|Space|Spc|Trailer|Trlr|Penthouse|PH|Dept|Depto|Piso|Flat)\\b\\.?\\s*#?\\s?[\\w-]{1,6}|,?\\s*#\\s?\\w{1,6})'
const STATE =
	'(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]|Ala(?:bama|\\.)|Alaska|Arizona|Arkansas|Calif(?:ornia|\\.)|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New\\s(?:Hampshire|Jersey|Mexico|York)|North\\s(?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode\\sIsland|South\\s(?:Carolina|Dakota)|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West\\sVirginia|Wisconsin|Wyoming)'
const ZIP = '\\d{5}(?:-\\d{4})?'
const TOWN = `(?:,?\\s+\\p{Lu}[\\p{L}.'-]{1,20}(?:\\s\\p{Lu}[\\p{L}.'-]{1,20}){0,2},?\\s+${STATE}\\b\\.?(?:,?\\s+${ZIP})?)`
const REST = `${UNIT}{0,2}${TOWN}?`
const ROAD =
	'(?:County\\s+(?:Road|Rd\\.?|Route|Rte\\.?|Highway|Hwy\\.?|Trunk|Line\\s+Road)|Co\\.?\\s+(?:Rd|Road|Rte|Hwy)\\.?|C\\.?R\\.?|F\\.?M\\.?|R\\.?M\\.?|Farm[\\s-]+to[\\s-]+Market(?:\\s+(?:Road|Rd\\.?))?|Ranch\\s+(?:Road|to\\s+Market)|State\\s+(?:Road|Route|Rd\\.?|Rte\\.?|Rt\\.?|Highway|Hwy\\.?)|S\\.?R\\.?|U\\.?S\\.?\\s+(?:Route|Rte\\.?|Highway|Hwy\\.?)|US|Highway|Hwy\\.?|Route|Rte\\.?|Rt\\.?|Old\\s+(?:Route|Rte\\.?|Rt\\.?|Highway|Hwy\\.?|State\\s+Road|U\\.?S\\.?)|Interstate|I-|Private\\s+(?:Road|Rd\\.?|Drive)|P\\.?R\\.?|Forest\\s+(?:Service\\s+)?(?:Road|Rd\\.?)|Township\\s+(?:Road|Rd\\.?|Line\\s+Road)|T\\.?R\\.?|Parish\\s+(?:Road|Rd\\.?)|Farm\\s+(?:Road|Rd\\.?)|Rural\\s+(?:Road|Route|Rd\\.?)|Loop|Carretera|Carr\\.?|National\\s+Forest\\s+Road|Navajo\\s+Route|BIA\\s+(?:Road|Route)|E\\s?\\d+\\s+Road|FS|NFS|Spur)'

/** Words that introduce a house number. */
const LIVED_AT =
	'(?<=\\b(?:(?:lives?|lived|living|resides?|resided|residing|stays?|staying|moved|back)\\s+(?:out\\s+|over\\s+|now\\s+)?(?:at|to)|(?:[Hh]ouse|[Hh]ome|[Pp]roperty|[Pp]remises|[Rr]esidence|[Dd]uplex|[Tt]riplex|[Cc]ondo|[Aa]partment|[Rr]ental|[Cc]abin|[Tt]railer|[Bb]uilding|[Ff]arm|[Pp]arcel)(?:,|\\s+(?:is|was|at|on|sits\\s+at|located\\s+at|known\\s+as))|[Aa]ddress(?:\\s+(?:is|was|of|on\\s+file|shows))?:?|(?:served|evicted|arrested|stopped|searched|raided|delivered|mailed|sent|located|tenants?|lease|deed|closing|foreclos(?:ure|ing)|fire|crash|goes?|go)\\s+(?:[Aa]t|on|from|for|of|to))\\s)'
/** Words after a house number that do not name a street. */
const NO_STREET =
	'(?:A\\.?M|P\\.?M|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|Eastern|Central|Pacific|Mountain|Lawyers?|Judges?|Jurors?|Rule|Section|Court|Courts|District|Circuit|Day|Days|Motion|Form|Chapter|Title|Model|Amendment|Act|Code|Order|Exhibits?|The|And|Or|But|If|When|Is|Are|In|On|At|For|Tax|Super|Bowl|Ford|Chevy|Chevrolet|Toyota|Honda|Nissan|Dodge|Jeep|Subaru|Hyundai|Kia|Mazda|Tesla|Silverado|Camry|Accord|Civic|Corolla|Doe|Does|Questions?|Apple|Tesla|Shares?|Marriott|Hilton|Hyatt|Cal|Ill|Mass|Wash|Tex|Kan|Conn|Pa|Mich|Minn|Wis|Ga|Va|Md|Neb|Nev|Or|Ariz|Idaho|Mont|Haw|Utah|Ala|Miss|Mo|Tenn|Ky|Ind|Iowa|Colo|Fla|Ark|Okla|Vt|Me|Del|Fed|Supp|Stat|Op|Dec|Wl|Lexis)'

/** A street name without a street type; rarely a plural, unlike things that are counted. */
const PLAIN_NAME = "\\p{Lu}\\p{Ll}[\\p{L}'-]{1,20}(?<![a-rt-z]s)"
/** Words right before a house number that indicate a person's house: c/o his aunt, tried 5x at, the door of. */
const HOUSE_BEFORE =
	"(?<=(?:\\b[Cc]/o\\s(?:[\\w' ]{2,24},?\\s(?:at\\s)?)?|\\b(?:tried|attempts?|attempted|knocked|served|serve|service|went|seen|neighbou?r|gave|gives|mortgage|listed|letter|mail|envelope|package|notice|sent|mailed|delivered|posted|summons|subpoena|deputies|sheriff|cops|police|ICE|crash|fire|party|visits|lockout|closing|deed|lease|lien|liens|squatters|warrant|raid|raided|searched|stopped|arrested|found|lives?|living|staying|stays|crashing|sleeping|house|home|property|place|condo|trailer|rental|duplex|unit|parcel|lot|family|mom|mother|dad|father|aunt|sister|brother|grandma|grandma's|mom's|aunt's|uncle's|sister's|brother's|dad's|[Aa]ddress|[Ll]ast\\s+known|[Ss]he's|[Hh]e's|[Tt]hey're|is|are|was)(?:\\s(?:it|him|her|them|us|the|his|\\d{1,2}x|\\w+\\stimes|once|twice|papers?|out|back|home|over|door|up|on\\sthe\\s\\w+|notice|again|there)){0,3}\\s?(?:\\s(?:at|to|on|in|of|from|outside|behind|is|was)\\s|,\\s|\\s\\(|\\(|:\\s|\\s(?=\\d{3,5}\\s))|\\b(?:raided|searched|outside|behind|door\\sof|front\\sof|tried|squatters\\sin|visited|rents?|owns?|bought|sold|inherited)\\s))"

/** A rule, and whether it needs nearby words that indicate a person's home or whereabouts. */
type Rule = readonly [pattern: RegExp, needsCue: boolean]
const rule = (source: string, needsCue = false, flags = 'gu'): Rule => [new RegExp(source, flags), needsCue]

const RULES: Rule[] = [
	// 1427 Maple Street, Apt. 4B, Mesa, AZ 85201
	rule(
		`${NUMBER}\\s+(?:${DIRECTION}\\s+)?(?:${WORD}\\s+){0,4}${WORD}\\s+(?:${STREET_KINDS})\\b\\.?(?:\\s+${DIRECTION}\\b)?(?:\\s+\\d{1,4}\\b)?${REST}`,
	),
	rule(
		`${NUMBER}\\s+(?:${DIRECTION}\\s+)?(?:${WORD}\\s+){0,2}${WORD}\\s+(?:${STREET_KINDS_LIKELY})\\b\\.?${REST}`,
		true,
	),
	// Without a street type: 1600 Broadway, 45 The Embarcadero, 3300 S. Halsted, 233 W 49th, 412 NW 23rd.
	rule(`${NUMBER}\\s+(?:${DIRECTION}\\s+)?(?:${STREET_KINDS_PLAIN})\\b${REST}`),
	rule(
		`${NUMBER}\\s+${DIRECTION}\\s+(?:${ORDINAL}|(?!(?:${DIRECTION_PLACES})\\b)(?:\\p{Lu}\\p{L}{2,20})(?:\\s\\p{Lu}\\p{L}{2,20})?)(?![\\p{L}\\d])${REST}`,
	),
	rule(`${NUMBER}\\s+${ORDINAL}(?:\\s+(?:St|Ave?)\\b\\.?)?(?![\\p{L}\\d])${REST}`, true),
	rule(`${NUMBER}\\s+(?:Avenue|Ave\\.?|Avenue\\s+of\\s+the)\\s+(?:[A-Z]\\b|\\p{Lu}\\p{L}+)${REST}`),
	// Street type first, as in Spanish and French: 45 Calle Luna, Calle 5 #12, 12 Via del Sol, 890 Camino Real.
	rule(
		`${NUMBER}\\s+(?:Calle|Avenida|Av\\.|Camino|Caminito|Via|Vía|Paseo|Plaza|Vista|Rancho|Carretera|Calzada|Callejon|Callejón|Corte|Cerro|Cuesta|Rue|Boulevard|Placita|Entrada|Vereda|Rambla|Ronda|Rua|Loma|Arroyo|Mesa|Sierra|Bulevar)\\s+(?:${WORD}\\s+){0,3}(?:\\p{Lu}[\\p{L}'-]{1,24}|\\d{1,3})${REST}`,
	),
	rule(
		`(?<![\\p{L}])(?:Calle|Avenida|Ave\\.|Camino|Carretera|Carr\\.|Calzada|Urb\\.|Urbanización|Residencial|Bo\\.|Barrio|Colonia|Col\\.)\\s+(?:${WORD}\\s+){0,3}(?:\\p{Lu}[\\p{L}'-]{1,24}|\\d{1,3}),?\\s*(?:#|No\\.?|Núm\\.?|Km\\.?|n[uú]mero|Apt\\.?|Casa)?\\s*[A-Z]?-?\\d{1,5}[A-Z]?\\b${REST}`,
	),
	rule(
		`${NUMBER}\\s+(?:${DIRECTION}\\s+)?(?:County\\s+(?:Road|Rd\\.?|Highway|Hwy\\.?|Trunk)|Co\\.?\\s+Rd\\.?)\\s+[A-Z]{1,2}\\b${REST}`,
	),
	// Country roads and highways: 9155 County Road 14, 12045 FM 1960 W, 2200 Hwy 61 N, 40 Old Route 22.
	rule(`${NUMBER}\\s+(?:${DIRECTION}\\s+)?${ROAD}\\s*#?\\d{1,4}[A-Z]{0,2}\\b(?:\\s+${DIRECTION}\\b)?${REST}`),
	rule(
		`\\b(?:R\\.?R\\.?|R\\.?F\\.?D\\.?|Rural\\s+(?:Route|Rte\\.?)|Rte?\\.?|Route|Star\\s+(?:Route|Rte\\.?)|S\\.?R\\.?|H\\.?C\\.?(?:R\\.?)?|Highway\\s+Contract(?:\\s+Route)?|CMR|PSC|UNIT)\\s*#?\\s?\\d{1,5}\\s*,?\\s*Box\\s+#?\\s?[\\w-]{1,7}${TOWN}?`,
		false,
		'giu',
	),
	rule('\\b(?:R\\.?R\\.?|R\\.?F\\.?D\\.?|Rural\\s+Route|HC)\\s*#?\\s?\\d{1,3}\\b(?!\\s*[.:)])', false),
	rule(
		`\\b(?:P\\.?\\s?O\\.?\\s?Box|P\\.?O\\.?B\\.?|Post\\s+Office\\s+Box|Postal\\s+Box|Drawer|Apartado(?:\\s+Postal)?|PMB|Private\\s+Mail\\s*box|Caller\\s+Box)(?:\\s+(?:No\\.?|number))?\\s*#?\\s?[A-Z]?-?\\d{1,7}${TOWN}?`,
		false,
		'giu',
	),
	// Unit in a named building: Apt 4B at the Willows, Lot 14, Sunny Acres Mobile Home Park, Room 12 of the Starlight
	// Motel.
	rule(
		`(?<![\\p{L}])(?:[Aa]pt|[Aa]partment|[Uu]nit|[Ll]ot|[Ss]pace|[Tt]railer|[Rr]oom|[Cc]abin|[Ss]ite|[Bb]uilding|[Bb]ldg|[Hh]ouse|[Ss]uite)\\b\\.?\\s*#?\\s?[\\w-]{1,5},?\\s+(?:(?:at|of|in)\\s+)?(?:the\\s+)?(?:\\p{Lu}[\\p{L}'-]{1,20}\\s+){1,4}(?:Apartments?|Apts?|Towers?|Motel|Motor\\s+Lodge|Hotel|Inn|Lodge|Park|Estates?|Manor|Village|Court|House|Homes|Commons|Gardens|Terrace|Villas?|Condominiums?|Condos|Condo|Arms|Residences|Lofts|Suites|MHP|Campground|Plaza|Place|Heights|Ridge|Pointe|Creek|Shelter)\\b`,
	),
	// Plats and deeds: Lots 4 & 5, Blk 2, Pecan Bayou Estates; Tract 7 of the Miller Survey; Fire Lane 7, No. 12.
	rule(
		"\\b(?:Lots?|LOTS?|Tracts?|Parcels?|Outlots?)\\s+[\\dA-Z]{1,4}(?:(?:\\s*(?:,|&|and|-|through)\\s*)\\d{1,3}){0,4},?\\s+(?:in\\s+|of\\s+)?(?:Blocks?|Blks?|BLOCKS?|BLKS?|Bl|Section|Sec|Phase|Unit|Tract|Filing)\\.?\\s*[\\dA-Z]{1,4}\\b(?:,?\\s+(?:of\\s+)?(?:the\\s+)?(?:\\p{Lu}[\\p{L}'.-]+\\s?){1,5})?",
	),
	rule(
		"\\b(?:Fire\\s+(?:Lane|Road|Number|No\\.?)|Camp\\s+Road|Logging\\s+Road|Range\\s+Road|Town\\s+Road|Mile\\s*(?:Marker|Post))\\s+#?\\d{1,4}[A-Z]?(?:,?\\s+(?:No\\.?|#|Unit|Lot|House|Cabin)\\s*\\d{1,5})?(?:,?\\s+(?:\\p{Lu}[\\p{L}'-]+\\s?){1,3})?",
		true,
	),
	rule(
		'\\b(?:Hwy|Highway|Route|Rte|Rt|Road|Rd|FM|CR|County\\s+Road|State\\s+Road|Milepost)\\.?\\s+\\d{1,4},?\\s+(?:[Hh]ouse|[Nn]o\\.|#|[Nn]umber|[Mm]ile|[Bb]ox|[Ll]ot|[Tt]railer)\\s*#?\\d{1,5}\\b',
	),
	// Number and name where the text refers to a house: the house, 502 Maple, upstairs.
	rule(
		`${LIVED_AT}\\d{2,5}[A-Z]?\\s+(?:${DIRECTION}\\s+)?(?!${NO_STREET}\\b)\\p{Lu}\\p{Ll}[\\p{L}'-]{1,20}(?:\\s(?!${NO_STREET}\\b)\\p{Lu}\\p{Ll}[\\p{L}'-]{1,20}){0,2}(?:,?\\s+(?:up|down)stairs|,?\\s+(?:rear|front|basement)\\b)?${REST}`,
	),
	rule(
		`${NUMBER}\\s+(?:${DIRECTION}\\s+)?(?!${NO_STREET}\\b)\\p{Lu}\\p{Ll}[\\p{L}'-]{1,20}(?:\\s\\p{Lu}\\p{Ll}[\\p{L}'-]{1,20})?,?\\s+(?:(?:[Aa]pt|[Aa]partment|[Uu]nit)\\.?\\s*#?\\s?\\w{1,4}\\b|#\\s?\\w{1,4}\\b|upstairs|downstairs|(?:1st|2nd|3rd|first|second|third|top|ground)\\s+floor|rear\\s+(?:unit|house|apartment)|basement)`,
	),
	rule(
		`${HOUSE_BEFORE}(?<![\\w$€£.,§#/:-])\\d{2,5}[A-Z]?\\s+(?:${DIRECTION}\\s+)?(?!${NO_STREET}\\b)${PLAIN_NAME}(?:\\s(?!${NO_STREET}\\b)${PLAIN_NAME})?(?=$|[\\n.,;:)!?"'(]|\\s+[a-z(#])${REST}`,
	),
	// Waukesha County: N6W23001 Bluemound.
	rule(`(?<![\\w-])[NS]\\d{1,3}\\s?[EW]\\d{3,5}\\s+\\p{Lu}[\\p{L}'-]{2,20}(?:\\s(?:${STREET_KINDS})\\b)?${REST}`),
	// A single digit, in the context of a home: 3 Heron.
	rule(
		`(?<=\\b(?:lives?|lived|living|resides?|residing|stays?|staying)\\s(?:\\w+\\s)?at\\s)\\d\\s+(?!${NO_STREET}\\b)${PLAIN_NAME}(?:\\s(?!${NO_STREET}\\b)${PLAIN_NAME})?`,
	),
	// No street type, but a town with its state or ZIP code after the name: 88 Wisteria, Sandusky, OH.
	rule(
		`${NUMBER}\\s+(?:${DIRECTION}\\s+)?(?!${NO_STREET}\\b)(?:\\p{Lu}\\p{Ll}[\\p{L}'-]{1,20}\\s?){1,3},\\s+\\p{Lu}[\\p{L}.'-]{1,20}(?:\\s\\p{Lu}[\\p{L}.'-]{1,20}){0,2},?\\s+(?:${STATE}\\b|${ZIP})`,
	),
	// Last line of an envelope: Flagstaff, AZ 86002.
	rule(
		`(?<![\\p{L}])\\p{Lu}[\\p{L}.'-]{1,20}(?:\\s\\p{Lu}[\\p{L}.'-]{1,20}){0,2},\\s+${STATE}\\.?,?\\s+${ZIP}(?![\\w-])`,
		true,
	),
	// A street without a number, if the text says who lives there.
	rule(
		`(?<=\\b(?:lives?|lived|living|resides?|resided|residing|stays?|staying|moved|house|home|apartment|trailer|cabin|duplex|condo|property|parcel|farm|ranch|place)\\s(?:(?:alone|there|now|still|is|was|out|over|up|down|located|in\\s+\\w+)\\s)?(?:on|at|off|to|along)\\s)(?:${DIRECTION}\\s+)?(?:\\p{Lu}[\\p{L}'-]{1,20}\\s+){1,3}(?:${STREET_KINDS})\\b`,
	),
	// Lower case: only forms that are rarely anything else.
	rule(
		`${NUMBER}\\s+(?:[nsew]\\.?\\s+|[ns][ew]\\s+)?(?:(?!(?:${LOWER_STOP})\\b)[a-z][a-z'-]{1,20}\\s+|\\d{1,3}(?:st|nd|rd|th)\\s+){1,3}(?:street|st|avenue|ave|av|boulevard|blvd|lane|ln|road|rd|terrace|parkway|pkwy|highway|hwy|drive|dr|court|ct|circle|cir|place|pl|way|trail|trl)\\b(?!\\s+(?:of|for|to|that|costs?|fees?|hours?|time|cases?|rules?|dates?|appearances?|filings?|clerks?|reporters?|orders?|hearings?))(?:,?\\s+(?:apt|unit|suite|ste|#)\\.?\\s*#?\\w{1,6})?`,
		false,
	),
]

const CUE =
	/\b(?:lives?|lived|living|resid(?:es?|ed|ing|ence)|address(?:es)?|house|home|apartment|apt|condo|trailer|property|premises|parcel|lot|deed|lease[ds]?|rent(?:s|ed|al|ing)?|tenants?|evict\w*|landlord|moved?|served|service|mail(?:s|ed|ing)?|ship(?:ped)?|deliver(?:ed|y)?|stay(?:s|ed|ing)?|located|stopped|arrest(?:ed)?|search(?:ed)?|warrant|crash|accident|scene|raid(?:ed)?|foreclos\w+|closing|sold|buying|bought|owns?|owned|estate|sent|go(?:es)?|notices?|process\s+server|client(?:'?s)?|at|on|outside|near|behind|from)\b[^.?!]{0,70}$/i
/** Well-known buildings and courthouses. */
const PUBLIC_PLACE =
	/^(?:26\s+Federal\s+Pl|201\s+Varick|500\s+Pearl|40\s+(?:Foley|Centre)|60\s+Cent(?:re|er)\s|(?:100|80|111|71|85|125)\s+Centre\s|219\s+S(?:outh|\.)?\s+Dearborn|50\s+W(?:est|\.)?\s+Washington|111\s+N(?:orth|\.)?\s+Hill|312\s+N(?:orth|\.)?\s+Spring|350\s+W(?:est|\.)?\s+(?:1st|First)|450\s+Golden\s+Gate|400\s+McAllister|360\s+Adams|851\s+Grand\s+Conc|\d{1,4}\s+(?:Courthouse|Judiciary|Justice|Government|Federal|Civic)\s+(?:Pl|Sq|Cent|Way|Dr)|10\s+Downing|1600\s+Pennsylvania|221B?\s+Baker|1\s+First\s+St|350\s+Fifth\s+Av|11\s+Wall|1\s+Infinite)/i
/** Words before the address of the writer's own office, a court or a public place. */
const OWN_OR_COURT =
	/\b(?:(?:my|our|the\s+firm's)\s+(?:(?:new|old|own|main|little|home|law)\s+)?(?:office|firm|practice)s?|court\s?house|clerk(?:'s)?\s+(?:office|counter|window)?|courts?\s+(?:is|are|at|moved|sits)|self-help\s+center|law\s+library|bar\s+association|venue|conference|seminar|CLE|hotel|i\s+(?:practice|work|rent)|we\s+meet|meet(?:ing|up)?|lunch|restaurant|co-?working)\b[^.?!]{0,60}$/i
const NO_ADDRESS_BEFORE =
	/(?:\b(?:rule|rules|section|sec|§+|art|article|title|chapter|ch|page|pp|p|no|nos|vol|volume|form|exhibit|ex|amendment|part|item|opinion|version|top|about|over|under|than|nearly|almost|some|only|least|between|and\s+\d+|of\s+\d+|tab)\.?|v\.\s[\w.,\s]{2,40},)\s*$/i

/** Returns whether an apparent address is harmless: a citation, a year, the writer's office, a well-known building. */
function isHarmless(address: string, lead: string, trail: string): boolean {
	if (PUBLIC_PLACE.test(address) || COURT_WORDS.test(address)) return true
	if (NO_ADDRESS_BEFORE.test(lead.slice(-44)) || /^\s*(?:[234]d|4th|5th)\b/.test(trail)) return true
	if (OWN_OR_COURT.test(lead) && !/\bclient/i.test(lead)) return true
	// 487 US 42 is a page of the U.S. Reports, unless the text says that it is a home.
	if (/^\d{1,3}\s+U\.?S\.?\s+\d{1,4}$/.test(address.trim()) && !/\b(?:at|on|near|lives?|house)\s+$/i.test(lead))
		return true
	// A year is rarely a house number: "in 2019 North Carolina".
	return /^(?:19|20)\d{2}\s/.test(address) && /\b(?:in|since|of|by|for|early|late|until)\s$/i.test(lead)
}

/** Finds addresses of houses, P.O. boxes and rural routes. */
export function findAddresses(text: string): Span[] {
	const places: Span[] = []
	for (const [pattern, needsCue] of RULES)
		for (const match of text.matchAll(pattern)) {
			const lead = before(text, match.index, 90)
			const trail = after(text, match.index + match[0].length, 30)
			if (isHarmless(match[0], lead, trail)) continue
			if (needsCue && !CUE.test(lead) && !/^,\s+\p{Lu}/u.test(trail)) continue
			places.push([match.index, match.index + match[0].trimEnd().length])
		}
	return places
}
