// Words that separate discussed cases from open ones.

/** Words in the sentence of a case name that show a discussion of the law. */
export const LAW =
	/\b(?:cit(?:e|es|ed|ing|ation)|decided|overrul(?:ed?|ing|es)|overturn\w*|abrogat\w*|held|holdings?|holds|reasoning|precedents?|doctrine|opinions?|dissents?|concurrence|landmark|retroactiv\w*|law\s+schools?|law\s+students?|casebook|1L|bar\s+exam|good\s+law|teach(?:es|ing)?|taught|quot(?:e|es|ed|ing|ation)|is\s+the\s+case|rely\s+on|relied|relying|distinguish\w*|shepardi[sz]e\w*|keycite\w*|compare|pursuant|progeny|three-?part\s+test|balancing\s+test|so-?called|hearsay\s+(?:issue|objection)|resentenc\w*|bench\s+memo|no-issue|published|cert\.?\s+(?:granted|denied)|certiorari|SCOTUS|Supreme\s+Court|Cir\.|line\s+of\s+cases|(?:binding|persuasive|controlling|other|any|more|for)\s+authority|authority\s+(?:for|on|says)|interpret(?:s|ed|ing)|factors\s+(?:from|in|of|under)|famous|notorious|podcast|movie|film|documentary|reading|re-?read|book\s+(?:about|on))\b/i
export const LAW_BEFORE =
	/\b(?:under|per|see|see\s+also|e\.g\.,?|cf\.?|citing|following|post-?|pre-?|after|since|(?<!should\s)read|reading|remember|the\s+(?:rule|test|standard|logic|language|holding|factors|lesson|doctrine|spirit|legacy)\s+(?:of|in|from))\s*$/i
export const LAW_AFTER =
	/^[,\s]*(?:comes?\s+up\s+in|(?:is|was|are)\s+(?:about|still|the\s+(?:case|rule|law|test|standard|leading|seminal|reason|best|one)|a\s+(?:good|great|classic|leading|landmark|famous)|controlling|binding|dispositive|on\s+point|good\s+law|dead|instructive|persuasive)|says|said|stands\s+for|requires?|governs?|controls|came\s+down|applies|apply|tells\s+us|teaches|changed|(?:factors?|test|standard|doctrine|rule|analysis|warnings?|waiver|violation|material|obligations?|objection|challenge|disclosures?|claim\s+under|framework|presumption|inference|exception|immunity|letter|advisal|line|frisk|stop|issue|hearsay|no-issue)\b|is\s+the\s+(?:\w+\s+){1,3}case\b)/i
/** Words right before a case name that make it a citation, even next to the writer's own matter. */
export const CITING =
	/\b(?:citing|cites?|cited|quoting|quotes?|quoted|distinguish(?:es|ed|ing)?|relying\s+on|rel(?:y|ies|ied)\s+on|shepardi[sz]ed|an?|another|your\s+basic|the\s+usual)\s+$/i
/** Filings and arguments named after a criminal case: a People v. Duenas motion. */
export const ARGUED_UNDER =
	/^\s+(?:motions?|hearing|issue|challenge|argument|claim|letter|brief|petition|relief|objection|analysis|error|factors?)\b/i
/** A reporter citation anywhere in the sentence: the other cases in that sentence count as cited too. */
export const REPORTER =
	/\b\d{1,4}\s+(?:U\.?\s?S\.?|S\.?\s?Ct\.?|F\.?\s?(?:[234]d|4th|Supp\.?)|L\.\s?Ed|Cal\.?\s?(?:[2345](?:d|th)|App)|N\.[EYW]\.|[SP]\.\s?(?:[23]d|E\.|W\.)|So\.|A\.[23]d|WL|I&N)(?![a-z])|\((?:19|20)\d{2}\)\s+\d/
export const OWN_MATTER =
	/\b(?:(?:my|our)\s+(?:[\w-]+\s+){0,2}(?:client|hearing|trial|motion|case|brief|deposition|mediation|appeal|matter|settlement|offer)|i\s+represent|we\s+represent|i'?m\s+defending|i\s+(?:was|am|just\s+got)\s+appointed)\b/i

const DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const MATTER =
	'(?:hearing|trial|motion|brief|reply|appeal|deposition|mediation|client|expert|witness|opponent|case|file|matter|arbitrator|judge|offer|demand|argument|closing|jury|cross|carrier|settlement|answer|complaint|petition|plea|sentencing|retainer|guy|lady)'

/** Patterns that suggest an open case, with their weights. */
export const LIVE: readonly (readonly [weight: number, pattern: RegExp])[] = [
	[2, new RegExp(`\\b(?:my|our)\\s+(?:[\\w-]+\\s+){0,2}${MATTER}\\b`, 'i')],
	[
		2,
		/\b(?:I|[Ww]e)(?:'(?:m|re|ve|d))?\s+(?:[\w-]+\s+){0,3}(?:defend\w*|represent\w*|fil(?:e|ed|ing)|substituted|appointed|inherited|signed\s+up|took\s+(?:over|on)|retained|hired|depos\w+|argu(?:e|ed|ing)|lost|won|tried|try|picked|settled?|served|appear\w*|withdr[ae]w\w*|up\s+before|waiting|handl\w+|stuck|second\s+chair\w*|co-?counsel)\b/,
	],
	[
		1,
		/\b(?:plaintiffs?|defendants?|respondent|petitioner|objectant|claimant|OC|OP|EBTs?|IMEs?|OSC|TRO|MSJ|MTD|note\s+of\s+issue|RJI|relieved|no-?show(?:s|ed)?|opposing\s+counsel|opponent|(?:the\s+)?other\s+(?:side|lawyer)|prosecutor|adjuster|insurer|plea|offer(?:s|ed)?|policy\s+limits|conference|trial|jury|verdict|summary\s+judgment|suppress\w*|bail|bond|arraign\w*|sentenc\w+|sanction(?:s|ed)|continuance|continued|extension|discovery|deposition\w*|depos(?:e|ed)|counterclaim|subpoena\w*|served?|mediat\w+|arbitrat\w+|guardian\s+ad\s+litem|GAL|custody|lien|pretrial|pro\s+se|process\s+server|witness|appointed|ruling|appeal|clients?\s+wants?|board\s+(?:will|of|wants?|voted|members?)|settle(?:d|ment)?|letters|hearing|status|docket(?:ed)?|filed|pending|calendar|default|interrogator\w+|RFPs?|answer|complaint|probate|inventory|executor|administrator|heirs?|beneficiar\w+|trustee|petition|order|motion|judge|magistrate|surrogate|remand\w*|chambers|clerk|court|withdraw\w*|client|will|siblings?|denied|granted|forced\s+heir\w*|contested|hrgs?|stmt|depo|dept\.?\s+\d|div\.?\s+\w|safe\s+harbor|losing\s+side|QDRO|dissolution|divorce|garnishment|class\s+cert|note\s+of\s+issue|ward|creditors?|accounting|evict\w*|represent\w*|caption(?:ed)?|matter|case)\b/i,
	],
	[
		1,
		new RegExp(
			`\\b(?:tomorrow|today|tonight|yesterday|${DAY}|(?:this|next|last)\\s+(?:morning|afternoon|week|month|year|spring|summer|fall|winter)|(?:an\\s+hour|two\\s+days|a\\s+week)\\s+ago|in\\s+(?:\\w+\\s+)?(?:days|weeks|months)|in\\s+(?:the\\s+)?(?:spring|summer|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)|is\\s+(?:due|set)|set\\s+for|coming\\s+up|(?:ten|twenty|thirty)\\s+days)\\b`,
			'i',
		),
	],
	[1, /\b(?:got|just)\s+(?:\w+\s+){0,2}(?:order|ruling|served|sanctioned|filed|signed|noticed|assigned)\b/i],
]

/** A docket number right after the case name: the usual form for an unreported case. */
export const DOCKETED =
	/^\s*,?\s*\(?(?:(?:case|cause|docket|index|ind\.?|dkt\.?|civil\s+action)\s*(?:no\.?|number|#)?|no\.?|#)\s*:?\s*(?=[\w:/-]*\d)(?![^?!\n]{0,120}?(?:\bWL\b|\bLEXIS\b|\bslip\b|\b(?:19|20)\d{2}\)))/i

/** A citation after the case name: `, 531 U.S. 98`, `, 2024 WL 1234567`, or a year or court in parentheses. */
export const CITED =
	/^\.?\s*,?\s*(?:\d{1,4}\s+[A-Z][\w.&\s]{0,24}?\s?\d|No\.\s*[\w:-]+,\s*(?:(?:19|20)\d{2}\s+(?:WL|U\.S|LEXIS)|slip)|(?:No\.\s*[\w-]+,\s*)?\(?(?:\d{4}|[^)]{2,30}\s(?:19|20)\d{2})\)|--- |___)/

/** Words on either side of "v." in everyday comparisons: animals, software, teams, movies, ways of working. */
export const COMPARED =
	/\b(?:mac|pc|schwab|fidelity|vanguard|ups|fedex|usps|staples|costco|chase|zelle|venmo|paypal|plaintiff|defendant|petitioner|respondent|buyer|seller|landlord|word|google|docs|clio|mycase|zoom|teams|apple|microsoft|windows|iphone|android|ios|llc|pllc|s-?corp|c-?corp|solo|hourly|flat|contingen\w+|cats?|dogs?|state\s+court|federal\s+court|good|evil|batman|superman|alien|predator|godzilla|kong|ferrari|freddy|jason|army|navy|yankees|sox|lakers|celtics|cowboys|eagles|quality|quantity|nature|nurture|paper|paperless|dropbox|onedrive|lexis|lexisnexis|westlaw|fastcase|smokeball|practicepanther|quickbooks|xero|lawpay|stripe|outlook|gmail|chatgpt|claude|gemini|copilot|adobe|acrobat|foxit|dragon|slack|asana|trello|notion|evernote|remote|in-?person|office|home|hybrid|buy|lease|rent|chapter|rule|jury\s+trial|bench|plea|civil|criminal|junior|senior|associate|paralegal|usb|wifi|intel|amd|canon|epson|fujitsu|brother|scansnap|dell|lenovo|hp|surface|ipad|kindle|coffee|tea|pen|pencil|red|blue|us|them|man|machine|david|goliath|fact|opinion|want|need|stress|burnout|freeze|fight|flight|lawyers?|spy|game)\b/i
