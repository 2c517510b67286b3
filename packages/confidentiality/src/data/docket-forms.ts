/** The number format of one court or agency; the pattern expects plain hyphens and spaces. */
export interface DocketForm {
	court: string
	pattern: string
	examples: readonly string[]
}

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

/** Docket number formats of federal courts and agencies, and formats shared by many states. */
export const SHARED_DOCKET_FORMS: readonly DocketForm[] = [
	{
		court: 'US district and bankruptcy courts, with the kind in the middle',
		pattern: `(?:\\d{1,2}:)?(?:\\d{2}|20\\d{2})${S}${FEDERAL}${S}\\d{3,6}(?:${S}\\(?[A-Z]{1,4}\\d?\\b\\)?){0,4}`,
		examples: ['2:24-cv-01234-ABC-DEF', '24-cr-00417', '23cv1234', '1:23-mj-00092', '23-bk-10456', '24-adv-01012'],
	},
	{
		court: 'US district courts, with the kind first',
		pattern: `(?:C[VR]|MJ|MC|Civ\\.?|Crim\\.?|Cr\\.?|MDL)${S}(?:No\\.? )?\\d{2}[- ]\\d{3,6}(?:-[A-Z]{2,4}){0,3}`,
		examples: ['CV 24-01234-PHX', 'CR-23-00417', 'Civ. 24-1234', 'MJ 24-5012'],
	},
	{
		court: 'Southern District of New York and the like',
		pattern: `\\d{2} (?:Civ\\.?|Cr\\.?|Mag\\.?|Misc\\.?|Crim\\.?|MD|MDL) ?\\d{2,5}(?: ?\\([A-Z]{2,4}\\)){0,2}`,
		examples: ['24 Civ. 1234 (ABC)', '23 Cr. 417', '24 Mag. 1122'],
	},
	{
		court: 'US multidistrict litigation',
		pattern: 'MDL(?: No\\.? ?|[- ]?)(?:\\d{2}-)?\\d{3,4}|\\d:\\d{2}-md-\\d{4,5}',
		examples: ['MDL No. 2741', 'MDL 3047', 'MDL-2974'],
	},
	{
		court: 'US bankruptcy courts and courts of appeals, with a judge or a kind behind',
		pattern: '(?:\\d-)?\\d{2}-\\d{4,5}-(?:[A-Za-z]{2,4}\\d{0,2})(?:-\\d{1,2})?|\\d{2}-\\d{4,5} ?\\([A-Z]{2,4}\\)',
		examples: ['24-10456-abc', '1-23-41234-jmm', '23-31000-KLP', '24-1234-cv', '23-10123 (BLS)', '24-20123-TPA'],
	},
	{
		court: 'US Court of Federal Claims, Tax Court',
		pattern: '\\d{4,5}-\\d{2}[SLPXRW]|\\d{2}-\\d{3,4}C',
		examples: ['12345-23S', '24-1234C'],
	},
	{
		court: 'Immigration: alien numbers',
		pattern: 'A(?: ?# ?|[- (]?)\\d{2,3}[-. ]\\d{3}[-. ]\\d{3}\\)?|A#? ?\\d{8,9}',
		examples: ['A(208-441-773)', 'A208.441.773', 'A 098-765-432', 'A098765432', 'A# 201 345 678', 'A#087654321'],
	},
	{
		court: 'Immigration: receipts',
		pattern: '(?:EAC|WAC|LIN|SRC|MSC|NBC|IOE|YSC|TSC|CSC|VSC|NSC|MCT|ZLA|ZNY)[- ]?\\d{2}[- ]?\\d{3}[- ]?\\d{5}',
		examples: ['IOE0912345678', 'MSC-22-901-23456', 'WAC 23 123 45678'],
	},
	{
		court: 'Labor certifications and wages for foreign workers',
		pattern: '[CGHIP]-\\d{3}-\\d{5}-\\d{6}|A-\\d{5}-\\d{5}',
		examples: ['G-100-23123-456789', 'A-23123-45678'],
	},
	{
		court: 'Southern District of Georgia: its division before the year',
		pattern: 'C[VR] ?[1-6]\\d{2}-\\d{3}',
		examples: ['CV424-123', 'CR 623-012'],
	},
	{
		court: 'Patent and trademark, trade and energy agencies',
		pattern: '(?:IPR|PGR|CBM|DER)20\\d{2}-\\d{5}|337-TA-\\d{3,4}|(?:ER|EL|CP|RP)\\d{2}-\\d{2,4}-\\d{3}',
		examples: ['IPR2023-00123', '337-TA-1234', 'ER23-1234-000'],
	},
	{
		court: 'Labor agencies: NLRB, EEOC, MSPB, labor judges, FLRA',
		pattern:
			'\\d{2}-(?:CA|CB|RC|RD|RM|UC|CC|CD)-\\d{5,6}|\\d{2}[A-Z0-9]-(?:19|20)\\d{2}-\\d{5}|\\d{3}-(?:19|20)\\d{2}-\\d{5}[A-Z]?|[A-Z]{2}-\\d{4}-\\d{2}-\\d{4}-[A-Z]-\\d|20\\d{2}-(?:LHC|BLA|FLS|SOX|STA|OSH|WHI|LDA|FRS|TLC|DBA|AIR|ERA)-\\d{5}',
		examples: ['05-CA-312345', '520-2023-01234', '16B-2023-01234', 'DC-0752-23-0123-I-1', '2024-LHC-00123'],
	},
	{
		court: 'American Arbitration Association, JAMS',
		pattern:
			'0[1-3]-\\d{2}-\\d{4}-\\d{4}(?:-\\d-[A-Z]{2,4})?|(?:JAMS|Ref\\.?)(?: (?:Ref(?:erence)?\\.?|Case|Arbitration))?(?: (?:No\\.?|Number|#))? ?:? ?\\d{10}',
		examples: ['01-23-0001-2345', '01-22-0003-4567-1-AB', 'JAMS Ref. No. 1410007891'],
	},
	{
		court: 'Social security and veterans',
		pattern: 'BNC#? ?[A-Z0-9]{10,16}|\\d{2}-\\d{2} \\d{3}[A-Z]?',
		examples: ['BNC 23X1234X12345', '20-12 345'],
	},
	{
		court: 'Year, kind, number, in this order: most states',
		pattern: `(?:[A-Z0-9]{1,6}-)?(?:(?:19|20)\\d{2}[- ]|\\d{2}[- ])${KIND}[- ]?\\d{3,9}(?:[- ](?:[A-Z]{1,4}\\d?|\\d{1,4})\\b){0,3}`,
		examples: [
			'2024-CF-001234',
			'2023 CH 04417',
			'24 CVS 1234',
			'16-2023-DR-001234',
			'50-2024-CA-001234-XXXX-MB',
			'2024 CA 001234 B',
			'24-CI-001234',
			'24-CV-1234',
			'226-2024-CV-00123',
			'08-2024-CV-01234',
			'2024-DCV-0815',
			'24-DCV-312345',
			'2023 CF 001234',
		],
	},
	{
		court: 'The same without a sign between',
		pattern: `(?:[A-Z]{1,6}|\\d{2})?(?:(?:19|20)\\d{2}|\\d{2})(?:${KIND}|ST[A-Z]{2})\\d{4,9}(?:-\\d{2,4})?[A-Z]{0,2}`,
		examples: [
			'24STCV09876',
			'2024CF001482',
			'24CV012345',
			'24CRB01877',
			'2024CV30123',
			'24SP000123-910',
			'SJ2024CV01234',
			'22CRS051234',
			'24CI12345',
			'23CR45678',
		],
	},
	{
		court: 'Year, one letter, number: Illinois, Tennessee, Michigan and others',
		pattern: `(?:19|20)\\d{2}[- ]?${ONE}${S}\\d{3,8}|\\d{2} [LDPCM] \\d{4,7}|\\d{2}-[LDPCMFJEHST]-\\d{2,7}(?:-\\d{1,4})?`,
		examples: ['2024-L-001234', '24 L 1234', '2024 D 5678', '24-P-0567', '24-C-123', '2024M1123456'],
	},
	{
		court: 'Kind, year, number',
		pattern: `(?:[A-Z0-9]{1,6}-)?${KIND}[- ]?${YEAR}-\\d{2,8}(?:\\.\\d{2})?(?:-[A-Z0-9]{1,4}){0,3}|${KIND} ?(?:19|20)\\d{2}[ -]\\d{3,8}(?:-\\d{1,3})?|${KIND} \\d{2} \\d{4,8}|\\d{2}-${KIND}-\\d{2}`,
		examples: [
			'CV2024-012345',
			'CR-2024-001934',
			'DC-24-01234',
			'CV-23-984512',
			'CL24-1234',
			'PC-2024-01234',
			'CV-2024-900123.00',
			'FL-23-798765',
			'CF-2023-456',
			'DV-24-1234',
			'GD-24-001234',
		],
	},
	{
		court: 'County, kind, year, number: Minnesota, Kansas, Oklahoma, Wyoming, Maine, Alabama',
		pattern: '(?:\\d{2}[A-Z]{0,2}|[A-Z]{2,5})-[A-Z]{2,3}-\\d{2,4}-\\d{2,8}(?:-[A-Z]{1,3})?',
		examples: ['27-CV-24-1234', '62-CR-23-4567', 'JO-CV-2024-001234', 'PORSC-CV-23-00123', '01-CV-2024-900123'],
	},
]
