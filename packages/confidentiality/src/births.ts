import { pattern } from './pattern.ts'
import { after, before, type Span, spansOf } from './text.ts'

const MONTH =
	'(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\\.?'
const DAY =
	'(?:\\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)?[- ]?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth))'
const YEAR = "(?:(?:19|20)\\d{2}|'\\d{2})"
const NUMERIC =
	'\\d{1,2}\\s?[/.-]\\s?\\d{1,2}\\s?[/.-]\\s?(?:(?:1[89]|20)\\d{2}|\\d{2}(?!\\d))|(?:19|20)\\d{2}[/.-]\\d{1,2}[/.-]\\d{1,2}|\\d{1,2}[/. -](?:XI{0,2}|I[XV]|VI{0,3}|I{1,3})[/. -](?:19|20)?\\d{2}|\\d{1,2}/(?:19|20)\\d{2}'
const IN_WORDS = `${MONTH}\\s+(?:the\\s+)?${DAY}(?:,?\\s+(?:of\\s+)?${YEAR})?|(?:the\\s+)?${DAY}[\\s-]*(?:of\\s+|de\\s+)?${MONTH}[\\s,-]*(?:of\\s+|de\\s+)?${YEAR}|${MONTH}[\\s-]+(?:of\\s+)?${YEAR}|${MONTH}[-/]\\d{1,2}[-/]${YEAR}|(?:19|20)\\d{2}[- ]${MONTH}[- ]\\d{1,2}`
const FEAST =
	"(?:x-?mas|christmas|new\\s+year'?s?|halloween|valentine'?s?|thanksgiving|independence|labor|memorial|mother'?s|father'?s|(?:st\\.?|saint)\\s+patrick'?s|easter|leap|groundhog|veterans'?|boxing|april\\s+fools'?|cinco\\s+de\\s+mayo|three\\s+kings|fourth\\s+of\\s+july)(?:\\s+(?:day|eve|sunday|monday|morning|night))?"
const RUN_TOGETHER = `(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])|${FEAST},?\\s+(?:of\\s+|in\\s+)?${YEAR}|\\d{2}${MONTH}(?:19|20)\\d{2}|(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])(?:19|20)\\d{2}`
const DATE = `(?:${NUMERIC}|${IN_WORDS}|${RUN_TOGETHER})(?![\\d/])`

const BIRTH =
	"(?:born|b\\.|d\\.?\\s?o\\.?\\s?b\\.?(?:s\\b)?|d/o/b|d\\s?o\\s?bs?|date\\s+of\\s+birth|dates\\s+of\\s+birth|birth\\s?-?dates?|birth\\s?-?days?|b-?day|birth(?:\\s+(?:certificate|record|year))?|gave\\s+birth|fecha\\s+de\\s+nacimiento|naci(?:do|da|ó|mento)|naissance|n[ée]e?\\s+le|nato\\s+il|nata\\s+il|geb(?:oren|\\.)?|geboren\\s+am|ur\\.|data\\s+de\\s+nascimento|birth|bd|b/?d|d\\s?/\\s?o\\s?/\\s?b|d-o-b|y\\.?o\\.?b\\.?|(?:leap\\s+(?:day|year)\\s+)?baby|newborn|came\\s+into\\s+(?:the|this)\\s+world|aged\\s+out|(?:1[0-9]|2[0-9]|[3-9]0)(?:st|nd|rd|th)\\s+birthday|turn(?:s|ed|ing)?\\s+\\d{1,3}|turn(?:s|ed|ing)?\\s+(?:eighteen|twenty-?one|sixty-?five)|age\\s+of\\s+majority|(?:will|'ll)\\s+be\\s+(?:\\d{1,3}|eighteen|twenty-?one|(?:fif|six|seven|eigh|nine)ty(?:-\\w+)?|a\\s+hundred)(?=\\s+(?:on|\\d{1,2}/))|turn(?:s|ed|ing)?\\s+(?:thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\w+)?)"

/** The word for birth, then the date, with at most a few words and no other date or sentence end in between. */
const WORD_FIRST = pattern(
	'gi',
)`(?<![\w.])${BIRTH}(?<between>(?:(?!\d|[?!\n]|\.\s+[A-Z]).|(?<![\w/.-])\d{1,2}(?:\.\d)?(?=,? [a-z])){0,48}?)(?<![\w/.-])${DATE}`
const DATE_FIRST = pattern(
	'gi',
)`(?<![\w/.-])(?:${DATE})(?=\s*[,(]?\s*(?:(?:for|as|is|being|was)\s+(?:an?|the|his|her|their)\s+)?(?:\(?(?:d\.?o\.?b\b|date\s+of\s+birth|birth\s?date|birthday)|(?:he|she|they|my\s+client|the\s+(?:child|baby|client|minor))\s+was\s+born|(?:is|was|as)\s+(?:\w+'s|his|her|their|the|my\s+client's)\s+(?:\w+\s+)?(?:birthday|dob|date\s+of\s+birth|birth\s?date)))`
/** Age and date together: (34, 5/6/1990), aged 41 (3 May 1983). */
const AGED = pattern(
	'gi',
)`\b(?:aged?|y/?o|years?\s+old|yrs?\.?\s+old)\s*(?:\d{1,3})?\s*[,;(]{1,2}\s*(?<found>${DATE})\s*\)?`

const SECOND = pattern('i')`^(?<between>(?:(?!\d|[?!\n]|\.\s+[A-Z]).){1,50}?)(?<![\w/.-])${DATE}`
/** Words that indicate another kind of date near a person. */
const OTHER_DATE =
	/\b(?:hearing|trial|filed?|filing|due|deadline|since|until|effective|amended|hired|fired|died|death|deceased|d\.o\.d|dod|married|marriage|divorced|signed|executed|served|arrest(?:ed)?|accident|crash|injur(?:y|ed)|doi|doa|dol|incident|offen[cs]e|expires?|expired|issued|entered|entry|admitted|convicted|sentenced|surgery|approved|closed|closing|recorded|dated|continued|set|moved|notice|letter|order|through|thru|from|between|version|updated?|meeting|conference|today|opened|founded|born\s+again)\b/i
/** Words near a date that identifies a person or determines an age. */
const BY_BIRTH =
	/\b(?:go(?:es)?\s+by|identif\w+\s+by|look\s+(?:him|her|it|them)\s+up|search(?:ed)?\s+(?:by|under|for\s+(?:him|her))|turn(?:s|ed|ing)?\s+(?:1[0-9]|2[0-9]|[3-9]\d|eighteen|twenty-?one|sixty-?five)|years?\s+old|y\/?o|age[ds]?|minor|juvenile|CSPA|aging\s+out|age\s+out|same\s+(?:name|first)|wrong\s+(?:guy|man|woman|person)|zodiac|how\s+old|adult|underage)\b/i
const BY_PERSON = pattern(
	'gi',
)`(?<![\w/.-])(?:\d{1,2}[/.-]\d{1,2}[/.-](?:(?:19|20)\d{2}|\d{2})|(?:19|20)\d{2}-\d{2}-\d{2}|${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:19|20)\d{2}|\d{1,2}\s+${MONTH}\s+(?:19|20)\d{2})(?![\d/-])`
const YEAR_ONLY =
	/(?<![\w.])(?:b\.|born(?:\s+in)?|y\.?o\.?b\.?:?|birth\s+year(?:\s+(?:is|was|of))?:?|year\s+of\s+birth:?)\s+(?:in\s+)?(?:19|20)\d{2}(?![\d/-])/gi

/** A person followed by a date: kid 2/29/2020, alleged dad 6-6-97, her brother is 2/25/2003. */
const OF_PERSON = pattern(
	'gi',
)`\b(?:(?:child|minor|kid|twin)\s+[A-D1-4]|kids?|child|son|daughter|boy|girl|twins?|baby|dad|father|mom|mother|parent|brother|sister|sibling|wife|husband|spouse|minor|client|guy|lady|applicant|decedent|plaintiff|defendant|oldest|youngest|older|younger|H|W|father's|mother's|brother's|sister's|son's|daughter's|wife's|husband's|client's)(?:\s+one)?\s*(?:[:=(,-]{1,2}\s*|(?:is|was|on|has|=)\s+)?(?:the\s+)?(?<![\w/.-])(?<found>${DATE})`
const BIRTH_TALK =
	/\b(?:born|d\.?o\.?bs?\b|d\/o\/b|dates?\s+of\s+birth|birth\s?-?(?:days?|dates?|certificates?|year)|minors?|paternity|forced\s+heir\w*|age[ds]?)/i

/** Six digits in a row, right after the word for birth. */
const SIX_DIGITS =
	/\b(?:d\.?o\.?b\.?|date\s+of\s+birth)(?:\s+(?:is|was))?\s*[:#=]?\s*(?<found>(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{2})(?![\d-])/gi

/** Things that are "born" figuratively. */
const NO_PERSON =
	/\b(?:firm|practice|office|idea|rule|statute|act|website|company|llc|podcast|club|section|doctrine|first-?|still|new)\s+(?:was\s+|is\s+|were\s+)?$/i
const WITHOUT_YEAR = pattern('i')`${MONTH}\s+(?:the\s+)?${DAY}$`

/** Mentions of a record right before a date: ", DMV has", "the passport says". */
const IN_RECORDS =
	/\b(?:DMV|passport|licen[cs]e|card|certificate|report|SSA|portal|records?|system|warrant|jail|court|they|theirs|mine|petition|form|chart)\s+(?:ha[sd]|have|says?|said|shows?|showed|is|as|reads|puts?)\s+(?:\w+\s)?$/i

/** Finds a second, conflicting date of birth: the warrant says this one, my client's is that one. */
function secondBirths(text: string, places: readonly Span[]): Span[] {
	return places.flatMap(([, end]) => {
		const second = SECOND.exec(after(text, end, 90))
		const between = second?.groups?.between ?? ''
		return second && (!OTHER_DATE.test(between) || IN_RECORDS.test(between))
			? [[end + between.length, end + second[0].length] as const]
			: []
	})
}

/** Finds dates whose only role is to identify a person or give an age. */
function birthsByPerson(text: string): Span[] {
	return spansOf(text, BY_PERSON).filter(([start, end]) => {
		const lead = before(text, start, 60)
		const around = `${lead}|${after(text, end, 60)}`
		return !ANY_DATE.test(lead) && BY_BIRTH.test(around) && !OTHER_DATE.test(around)
	})
}

/** Finds dates next to a person on a line that mentions a birth. */
function birthsOfPersons(text: string): Span[] {
	return spansOf(text, OF_PERSON).filter(
		([start, end]) =>
			!OTHER_DATE.test(before(text, start, 25)) &&
			!/^\s*(?:hearing|trial|deadline|order|motion|filing)/i.test(after(text, end, 20)) &&
			/\d{2}$/.test(text.slice(start, end)) &&
			BIRTH_TALK.test(`${before(text, start, 200)}|${after(text, end, 120)}`),
	)
}

/** Words before a date of a hearing or statute rather than a birth. */
const ANY_DATE =
	/\b(?:(?<!\b(?:go|goes|going|identified|matched|searched?|search)\s)by|before|until|as\s+of|since|through|after|effective|eff\.|due|on\s+or\s+before|no\s+later\s+than|rev\.?)\s+$/i
/** An age followed by a date in parentheses or after a comma: 9 (3/14/15), (47, 6 June 1978). */
const AGE_AND_DATE = pattern(
	'gi',
)`(?<![\w$.,/-])(?<age>\d{1,2})(?:\s*(?:y/?o|yrs?(?:\s+old)?|years?\s+old))?\s*(?:\(\s*(?:b\.\s*)?|,\s*)(?<found>${DATE})\s*(?=\)|[,;.]\s|$)`

/** Finds dates whose year matches the age before them. */
function birthsByAge(text: string): Span[] {
	const places: Span[] = []
	for (const match of text.matchAll(AGE_AND_DATE)) {
		const { age = '', found: date = '' } = match.groups ?? {}
		const years = [...date.matchAll(/(?:19|20)\d{2}|(?<=[/.'-])\d{2}(?!\d)/g)].map(([year]) => Number(year))
		const fits = years.some((year) =>
			(year < 100 ? [1900 + year, 2000 + year] : [year]).some(
				(full) => full + Number(age) >= 2015 && full + Number(age) <= 2032,
			),
		)
		if (fits) places.push([match.index + match[0].indexOf(date), match.index + match[0].indexOf(date) + date.length])
	}
	return places
}

/** A full date with a plausible year of birth. */
const OLD_DATE = pattern('gi')`(?<![\w/.-])(?=[^\n]{0,28}(?:(?:19[2-9]|20[01])\d|[/.-]\d\d(?!\d)))(?:${DATE})`
const ASKED_FOR = /\b(?:d\.?o\.?bs?\b\.?|dates?\s+of\s+birth|birth\s?-?(?:days?|dates?))(?<between>[^\d\n]{1,110})$/i

/** Finds dates in the sentence after one about birth: "Do you give DOBs too? I gave her June 3, 1981." */
function birthsSpokenOf(text: string): Span[] {
	return spansOf(text, OLD_DATE).filter(([start, end]) => {
		const lead = before(text, start, 130)
		const between = ASKED_FOR.exec(lead)?.groups?.between
		return (
			between !== undefined &&
			!OTHER_DATE.test(between.slice(-60)) &&
			!ANY_DATE.test(lead) &&
			!/\b(?:form|rule|statute|act|updated|changed|rev)\b/i.test(between) &&
			!/^\s*(?:hearing|trial|deadline|order|motion|filing|edition|version)/i.test(after(text, end, 20))
		)
	})
}

/** Finds years of birth such as "b. 1962", except the writer's own. */
function birthYears(text: string): Span[] {
	return spansOf(text, YEAR_ONLY).filter(([start]) => {
		const lead = before(text, start, 30)
		return (
			(/\S/.test(lead) || /^y/i.test(text.slice(start, start + 1))) &&
			!NO_PERSON.test(lead) &&
			!/\bI\s+(?:was|am)\s+$/i.test(lead)
		)
	})
}

/** Finds dates of birth. */
export function findBirths(text: string): Span[] {
	const places: Span[] = []
	for (const match of text.matchAll(WORD_FIRST)) {
		const lead = before(text, match.index, 30)
		const between = match.groups?.between ?? ''
		if (
			NO_PERSON.test(lead) ||
			/\b(?:before|after|since|until|effective|amended|deadline|hearing|filed|form|t(?:akes?|ook)\s+effect|rules?|statutes?|act|changed)\b/i.test(
				between,
			)
		)
			continue
		// Skip historical people and the writer's own family.
		if (/^,?\s+1[0-8]\d{2}\b/.test(after(text, match.index + match[0].length, 8))) continue
		if (
			/\b[Mm]y\s+(?:own\s+)?(?:mother|mom|dad|father|wife|husband|son|daughter|dog|cat)\s+(?:is\s+|was\s+|just\s+)?$/.test(
				lead,
			)
		)
			continue
		// "b." can also start a list item. A day without a year identifies little unless it is a birthday.
		if (/^b\./i.test(match[0]) && !/[(,;\w]\s?$/.test(lead)) continue
		if (WITHOUT_YEAR.test(match[0].trim()) && !/birth|b-?day|dob|born|nac|turn|be\s+\w+\s+on/i.test(match[0])) continue
		places.push([match.index, match.index + match[0].length])
	}
	let more = [...places]
	// A family has several dates: H 4/4/80, W 5/5/81, kids 6/6/10 and 7/7/12.
	for (let round = 0; round < 4 && more.length > 0; round++) {
		more = secondBirths(text, more)
		places.push(...more)
	}
	places.push(
		...birthsByAge(text),
		...birthsSpokenOf(text),
		...birthsByPerson(text),
		...birthsOfPersons(text),
		...birthYears(text),
		...spansOf(text, SIX_DIGITS),
	)
	for (const match of text.matchAll(DATE_FIRST)) places.push([match.index, match.index + match[0].length])
	for (const match of text.matchAll(AGED)) places.push([match.index, match.index + match[0].length])
	return places
}
