// Optional space or hyphen between parts.
const S = '[- ]?'
const YEAR = '(?:(?:19|20)\\d{2}|\\d{2})'
const FEDERAL = '(?:cv|cr|mj|mc|md|ml|po|sw|gj|bk|ap|adv|pt|rj|misc|tp|mdl|civ|crim|cm|wp|af)'

/**
 * Case type codes shared by the courts of many states: civil, criminal, family, probate, juvenile, traffic, small
 * claims, housing, appeals. One-letter codes are separate because they need more context.
 */
const KIND =
	'(?:CV[A-Z]{0,2}|CR[A-Z]{0,3}|C[FMTLHIOAPSDJGEB]|CA[BF]|CC[A-Z]?|CH[AN]?|CIV|CRIM|D[RMVPCFLN]|DCV|DRB|DV[A-Z]?|DNC|F[AMCLDHINSUEXV]|FAM|FL[A-Z]?|FC[FM]|G[CDNSRV]|GUARD|J[VUDAPSECNG]|JUV|L[TAMJ]|LTB|LTC|M[CHDJRX]|MISC|OV|OP|OR|OF|P[RBCGOAS]|PRO|PROB|PAT|PFA|S[CPMTFKX]|SCCV|SPR|T[RCEIP]|TR[CD]|TX|UD|VA|WC|AD[VMP]?|AP[CP]?|A[BCG]|E[SVDQXM]|ESX|H[CORV]|I[FND]|IND|NI|NH|NA|N[CF]|NO|QD|RO|RE|RS|R[AL]|STCV|STFL|STPB|STUD|STRO|WR|ST|YR|Y[OJ]|CZ|DO|DP|DS|DJ|PP|GA|PE|GL|CB|CK|CD|CE|AV|AR|AS|AH|NZ|FH|FY|SM|OI|SD|SL|MM|MS|MH|MT|MU|TO|TW|CJ|BF|OW|AGCR|FECR|SRCR|OWCR|SMAC|LACL|EQCE|CDDM|PCCV|CVCV)'
const ONE = '[LDPCMFJHESTAVGR]'

/**
 * Docket number formats that match without a word such as "docket" before them: sources of regular expressions that
 * expect plain hyphens and spaces. Formats of federal courts and agencies, and those shared by many states, come first.
 * `fixtures/docket-forms.txt` has examples of each.
 */
export const DOCKET_FORMS: readonly string[] = [
	// US district and bankruptcy courts, with the kind in the middle
	`(?:\\d{1,2}:)?(?:\\d{2}|20\\d{2})${S}${FEDERAL}${S}\\d{3,6}(?:${S}\\(?[A-Z]{1,4}\\d?\\b\\)?){0,4}`,
	// US district courts, with the kind first
	`(?:C[VR]|MJ|MC|Civ\\.?|Crim\\.?|Cr\\.?|MDL)${S}(?:No\\.? )?\\d{2}[- ]\\d{3,6}(?:-[A-Z]{2,4}){0,3}`,
	// Southern District of New York and the like
	`\\d{2} (?:Civ\\.?|Cr\\.?|Mag\\.?|Misc\\.?|Crim\\.?|MD|MDL) ?\\d{2,5}(?: ?\\([A-Z]{2,4}\\)){0,2}`,
	// US multidistrict litigation
	'MDL(?: No\\.? ?|[- ]?)(?:\\d{2}-)?\\d{3,4}|\\d:\\d{2}-md-\\d{4,5}',
	// US bankruptcy courts and courts of appeals, followed by a judge or a kind
	'(?:\\d-)?\\d{2}-\\d{4,5}-(?:[A-Za-z]{2,4}\\d{0,2})(?:-\\d{1,2})?|\\d{2}-\\d{4,5} ?\\([A-Z]{2,4}\\)',
	// US Court of Federal Claims, Tax Court
	'\\d{4,5}-\\d{2}[SLPXRW]|\\d{2}-\\d{3,4}C',
	// Immigration: alien numbers
	'A(?: ?# ?|[- (]?)\\d{2,3}[-. ]\\d{3}[-. ]\\d{3}\\)?|A#? ?\\d{8,9}',
	// Immigration: receipts
	'(?:EAC|WAC|LIN|SRC|MSC|NBC|IOE|YSC|TSC|CSC|VSC|NSC|MCT|ZLA|ZNY)[- ]?\\d{2}[- ]?\\d{3}[- ]?\\d{5}',
	// Labor certifications and wages for foreign workers
	'[CGHIP]-\\d{3}-\\d{5}-\\d{6}|A-\\d{5}-\\d{5}',
	// Southern District of Georgia: the division before the year
	'C[VR] ?[1-6]\\d{2}-\\d{3}',
	// Patent and trademark, trade and energy agencies
	'(?:IPR|PGR|CBM|DER)20\\d{2}-\\d{5}|337-TA-\\d{3,4}|(?:ER|EL|CP|RP)\\d{2}-\\d{2,4}-\\d{3}',
	// Labor agencies: NLRB, EEOC, MSPB, labor judges, FLRA
	'\\d{2}-(?:CA|CB|RC|RD|RM|UC|CC|CD)-\\d{5,6}|\\d{2}[A-Z0-9]-(?:19|20)\\d{2}-\\d{5}|\\d{3}-(?:19|20)\\d{2}-\\d{5}[A-Z]?|[A-Z]{2}-\\d{4}-\\d{2}-\\d{4}-[A-Z]-\\d|20\\d{2}-(?:LHC|BLA|FLS|SOX|STA|OSH|WHI|LDA|FRS|TLC|DBA|AIR|ERA)-\\d{5}',
	// American Arbitration Association, JAMS
	'0[1-3]-\\d{2}-\\d{4}-\\d{4}(?:-\\d-[A-Z]{2,4})?|(?:JAMS|Ref\\.?)(?: (?:Ref(?:erence)?\\.?|Case|Arbitration))?(?: (?:No\\.?|Number|#))? ?:? ?\\d{10}',
	// Social security and veterans
	'BNC#? ?[A-Z0-9]{10,16}|\\d{2}-\\d{2} \\d{3}[A-Z]?',
	// Year, kind, number, in this order: most states
	`(?:[A-Z0-9]{1,6}-)?(?:(?:19|20)\\d{2}[- ]|\\d{2}[- ])${KIND}[- ]?\\d{3,9}(?:[- ](?:[A-Z]{1,4}\\d?|\\d{1,4})\\b){0,3}`,
	// The same without separators
	`(?:[A-Z]{1,6}|\\d{2})?(?:(?:19|20)\\d{2}|\\d{2})(?:${KIND}|ST[A-Z]{2})\\d{4,9}(?:-\\d{2,4})?[A-Z]{0,2}`,
	// Year, one letter, number: Illinois, Tennessee, Michigan and others
	`(?:19|20)\\d{2}[- ]?${ONE}${S}\\d{3,8}|\\d{2} [LDPCM] \\d{4,7}|\\d{2}-[LDPCMFJEHST]-\\d{2,7}(?:-\\d{1,4})?`,
	// Kind, year, number
	`(?:[A-Z0-9]{1,6}-)?${KIND}[- ]?${YEAR}-\\d{2,8}(?:\\.\\d{2})?(?:-[A-Z0-9]{1,4}){0,3}|${KIND} ?(?:19|20)\\d{2}[ -]\\d{3,8}(?:-\\d{1,3})?|${KIND} \\d{2} \\d{4,8}|\\d{2}-${KIND}-\\d{2}`,
	// County, kind, year, number: Minnesota, Kansas, Oklahoma, Wyoming, Maine, Alabama
	'(?:\\d{2}[A-Z]{0,2}|[A-Z]{2,5})-[A-Z]{2,3}-\\d{2,4}-\\d{2,8}(?:-[A-Z]{1,3})?',
	// New Jersey
	'[A-Z]{3}-[A-Z]{1,2}-\\d{4,6}-\\d{2}|F[MDVOJNG]-\\d{2}-\\d{2,7}-\\d{2}[A-Z]?|[ALC]-\\d{3,6}-\\d{2}(?:T\\d)?|S-20\\d{2}-\\d{6}(?:-\\d{4})?',
	// New Mexico
	'[DMT]-\\d{1,4}-[A-Z]{2}-\\d{4}-\\d{3,6}|[AS]-1-(?:CA|SC)-\\d{4,6}',
	// California: counties and courts of appeal
	'\\d{2}-\\d{4}-\\d{6,8}(?:-[A-Z]{2}(?:-[A-Z]{2,3}){0,2})?|(?:BC|EC|KC|LC|MC|NC|PC|RG|SC|TC|VC|YC|HG|RIC|INC|MCC|MSC[A-Z]?|CIV(?:SB|DS|RS|RI)?|CV(?:RI|SW|PS|CO)|SCV|PSC|FL[A-Z]{2}|BD|CGC|CPF|FDI|FMS|PES|CIVMSC|FCS|FAM|DN|BP|VCU|MCV|CU|HF|RF|PR)-?\\d{2}-?\\d{4,7}|[A-H]\\d{6}|S\\d{6}|ADJ\\d{6,8}',
	// California: Los Angeles and others by courthouse, and courts that put letters between year and number
	'[0129]\\d(?:[A-Z]{2}(?:CV|CP|CR|FL|PB|UD|RO|LC|SC|PR|SM|AD|HC|JV|FV)\\d{4,7}|[A-Z]{4}\\d{5,6})(?:-[A-Z]{1,3})?',
	// New York
	'\\d{5,6}/(?:19|20)?\\d{2}E?|(?:LT|CV|CR|IND|SCI|CC|SC|CD|NC|SMZ|HP)-\\d{5,6}-\\d{2}(?:/[A-Z0-9]{1,4}|[A-Z]{2})?|[VOFBNPUSDEAG]{1,2}-\\d{4,6}-\\d{2}(?:/\\d{2}[A-Z]?)?|EF[A-Z]{0,2}20\\d{2}-\\d{4,6}|(?:19|20)\\d{2}-\\d{3,6}/[A-Z]|G\\d{3} \\d{4}',
	// Pennsylvania
	'(?:CP|MC|MJ)-\\d{2,5}-[A-Z]{2}-\\d{5,7}-\\d{4}|(?:GD|FD|AR|LT|SA|CC)-\\d{2}-\\d{4,6}(?:-\\d{3})?|\\d{1,4} (?:EDA|WDA|MDA|EAL|WAL|MAL|EAP|WAP|MAP|C\\.D\\.|CD) \\d{4}|\\d{3,5}-(?:CV|CR|SU|DR|FC)-\\d{4}',
	// Texas: district courts and courts of appeals
	'D-1-[A-Z]{2}-\\d{2}-\\d{6}|\\d{3}-\\d{4,6}-(?:\\d{2}|20\\d{2})|\\d{2}-\\d{2}-\\d{4,5}-(?:CV|CR)(?:-[A-Z])?|(?:WR|AP|PD)-\\d{2},?\\d{3}(?:-\\d{2})?|PD-\\d{4}-\\d{2}|C-\\d{4}-\\d{2}-[A-Z]|[FM][A-Z]?-?\\d{2}-?\\d{5}(?:-[A-Z])?|(?:19|20)\\d{2}-?[A-Z]{2,3}-?\\d{3,6}(?:-\\d)?',
	// Washington
	'\\d{2}-\\d-\\d{5}-\\d(?: ?(?:SEA|KNT))?|\\d{5,6}-\\d-(?:I{1,3})|\\d{6}-\\d',
	// Alaska
	'\\d[A-Z]{2}-\\d{2}-\\d{4,5} ?[A-Z]{2}',
	// Arizona: courts of appeals and counties
	'[12] ?CA-?[A-Z]{2} ?(?:20)?\\d{2}-\\d{4}|S\\d{4}[A-Z]{2}(?:19|20)\\d{7}|[CD]-?20\\d{6,7}',
	// Connecticut
	'[A-Z]{2,3}\\d{0,2}[A-Z]?-(?:CV|FA|CR|MV|HC|LN)-?\\d{2}-\\d{6,7}-[A-Z]',
	// Delaware
	'[NKS]\\d{2}[A-Z]-\\d{2}-\\d{3}(?: [A-Z]{2,3})?|20\\d{2}-\\d{4}-[A-Z]{2,4}',
	// District of Columbia
	'(?:19|20)\\d{2} ?(?:CA|CF\\d|CMD|CTF|DVM|DRB|LTB|ADM|SC\\d?|CPO|PCSD?|JUV|LIT|INT|FEP) ?[A-Z]? ?\\d{3,6}(?: [A-Z]\\b)?|20\\d{2}-(?:CAB|CMD|CF\\d|LTB|SCB|CPO|DRB|ADM)-\\d{6}',
	// Florida
	'(?:\\d{2}-?)?20\\d{2}-?[A-Z]{2}-?\\d{5,6}(?:-?[A-Z0-9]{1,6}){0,4}|[A-Z]{4}-?\\d{2}-?\\d{5,6}(?:-?\\(\\d{2}\\))?|\\d{2,4}-\\d{5,6}-(?:C[AFCMOPIA]|F[CA]|DR|MM|CT|TR|SC|GA|DP)(?:-\\d{1,2})?(?:-[A-Z])?|[1-6]D(?:20)?\\d{2}-\\d{3,4}|SC(?:20)?\\d{2}-\\d{3,4}',
	// Georgia
	'\\d{2}-?[A-Z]-?\\d{5}-?\\d?[A-Z]?\\d?|(?:SU|ST|MG|SP)(?:CV|CR)(?:20)?\\d{4,10}|[AS]\\d{2}[AIDCGQ]\\d{4}|\\d{2}-\\d-\\d{4}-\\d{2}',
	// Hawaii
	'[1235][A-Z]{2,3}-\\d{2}-\\d{5,7}|(?:CAAP|SCWC|SCAP|SCPW)-\\d{2}-\\d{5,7}',
	// Idaho and Arkansas
	'(?:CV|CR)\\d{2}-\\d{2}-\\d{3,5}|\\d{2}(?:CV|CR|DR|PR|JV)-\\d{2}-\\d{1,5}',
	// Hawaii, before electronic filing
	'(?:FC-[A-Z]{1,2} (?:No\\. )?)?\\d{2}-1-\\d{4}(?:-\\d{2})?',
	// Illinois, appellate
	'[1-5]-\\d{2}-\\d{4}(?:WC)?',
	// Indiana
	'\\d{2}[A-Z]\\d{2}-\\d{4}-[A-Z]{2}-\\d{3,6}|\\d{2}[AS]-[A-Z]{2}-\\d{2,5}',
	// Iowa
	'(?:\\d{5} )?(?:LACL|LACE|EQCE|EQCV|CDCV|CDDM|FECR|AGCR|SRCR|OWCR|OWOM|SMAC|SMCR|SCSC|PCCE|PCCV|CVCV|DRCV|ESPR|GCPR|JVJV|LACV|STA)\\d{5,6}',
	// Kentucky
	'20\\d{2}-(?:CA|SC)-\\d{4}-[A-Z]{2}|\\d{2}-[JHMPFTX]-\\d{4,6}(?:-\\d{3})?',
	// Louisiana
	'C-\\d{6,8}|(?:20)?\\d{2}-(?:KA|KH|KK|CA|C|CC|KP|KO)-\\d{3,4}|\\d{3,4}-?\\d{3} ?,? ?(?:Div(?:ision|\\.)?|Sec(?:tion|\\.)?) ?"?[A-Z]"?',
	// Maryland
	'[CD]-\\d{2,3}-[A-Z]{2}-\\d{2}-\\d{5,6}|\\d{2}-?C-?\\d{2}-?\\d{5,6}|C(?:AL|AD|AE|T|AP)\\d{2}-?\\d{4,6}|(?:CSA|ACM|COA|SCM)-[A-Z]{3}-\\d{4}-20\\d{2}',
	// Massachusetts
	'\\d{4}(?:CV|CR|RO|SU|SC|AC|JV|DL|CP)\\d{4,6}|[A-Z]{2}\\d{2}[A-Z]\\d{4}[A-Z]{2}|[A-Z]{2}CV20\\d{2}-\\d{5}|\\d{2}H\\d{2}[A-Z]{2}\\d{6}|20\\d{2}-P-\\d{4}|SJC-\\d{5}',
	// Michigan
	'(?:20)?\\d{2}-\\d{4,6}(?:-\\d{2})?-[A-Z]{2}(?:-[A-Z]\\d?)?',
	// Minnesota, Vermont and West Virginia
	'\\d{2}[A-Z]{2}-[A-Z]{2}-\\d{2}-\\d{2,5}|\\d{2}-[A-Z]{2}-\\d{2}-\\d{1,5}|A\\d{2}-\\d{4}|\\d{1,4}-\\d{1,2}-\\d{2} [A-Za-z][a-z]{0,2}(?:cv|cr|fa|sc|dm)|CC-\\d{2}-20\\d{2}-[A-Z]{1,2}-\\d{1,5}|\\d{2}-(?:ICA|MAP)-\\d{2,4}',
	// Mississippi
	'\\d{2}[A-Z]{2}\\d:\\d{2}-[a-z]{2}-\\d{5}|20\\d{2}-[A-Z]{2}-\\d{5}-(?:SCT|COA)|G-?20\\d{2}-\\d{3,4}',
	// Missouri
	'\\d{2}[A-Z0-9]{2}-[A-Z]{2}\\d{5}(?:-\\d{2})?|(?:SC|ED|WD|SD)\\d{5,6}',
	// Montana
	'[A-Z]{1,3}DV-(?:20)?\\d{2}-\\d{3,4}|D[VRCPA][- ]\\d{2}-(?:20\\d{2}-)?\\d{3,7}(?:-[A-Z]{2})?',
	// Nebraska
	'(?:CI|CR|PR|JV) ?\\d{2}-\\d{2,5}|D\\d{2}(?:CI|CR)\\d{9}|[AS]-\\d{2}-\\d{3,4}',
	// Nevada
	'[ADCPRJTGW]-\\d{2}-\\d{6}-[A-Z0-9]{1,2}',
	// North Carolina and North Dakota
	'\\d{2} ?(?:CVS|CVD|CRS|CR|SP|JA|JB|E|R|CV|IFS)[ ]?\\d{3,6}(?:-\\d{2,3})?|COA\\d{2}-\\d{2,4}',
	// Ohio
	'[AB] ?\\d{7}|(?:C-)?\\d{2}(?:AP|CA|MA|JE|BE|CO)[- ]?\\d{2,6}|(?:CVF|CVG|CVH|CVI|CRA|CRB|TRC|TRD|CRW)[- ]?\\d{2}[- ]?\\d{5}|CA-?20\\d{2}-\\d{2}-\\d{3}',
	// Rhode Island
	'[PKWNS][CDM1-4M]-(?:20)?\\d{2}-\\d{3,5}[A-Z]?|6\\d-20\\d{2}-\\d{5}',
	// South Carolina
	'20\\d{2}-?(?:CP|DR|GS|ES|LP)-?\\d{2}-?\\d{3,5}|20\\d{2}A\\d{10,13}',
	// South Dakota
	'\\d{2}(?:CIV|CRI|DIV|PRO|TPO|GDN|JUV|SMC|MAG)\\d{2}-?\\d{4,6}',
	// Tennessee
	'[MEW]20\\d{2}-\\d{5}-[A-Z]{2,3}-[A-Z0-9]{2,3}-[A-Z]{2}|(?:CT|CH)-\\d{3,6}-\\d{2}|\\d{2}-\\d{3,4}-(?:I{1,3}|IV)|\\d{2}[CD]\\d{3,4}',
	// Virginia
	'(?:CL|CR|GC|GV|JA|JJ|GT|CA|FE|FI|MI)-?(?:\\d{2}-?\\d{5,6}|\\d{6})(?:-\\d{2}){1,2}|(?:CL|FE|FI|MI|CR)-20\\d{2}-\\d{5,7}',
	// Wisconsin
	'(?:20)?\\d{2}AP\\d{2,6}(?:-(?:CR|FT|LV|W|NM|AC))?',
	// Puerto Rico
	'KL[A-Z]{2}20\\d{7}|[A-Z]{2}20\\d{2}CV\\d{5}',
]
