import { type DocketForm, SHARED_DOCKET_FORMS } from './docket-forms.ts'

/** Docket number formats that match without a word such as "docket" before them. */
export const DOCKET_FORMS: readonly DocketForm[] = [
	...SHARED_DOCKET_FORMS,
	{
		court: 'New Jersey',
		pattern:
			'[A-Z]{3}-[A-Z]{1,2}-\\d{4,6}-\\d{2}|F[MDVOJNG]-\\d{2}-\\d{2,7}-\\d{2}[A-Z]?|[ALC]-\\d{3,6}-\\d{2}(?:T\\d)?|S-20\\d{2}-\\d{6}(?:-\\d{4})?',
		examples: ['BER-L-004512-23', 'FM-12-1187-24', 'A-1234-22', 'A-001234-22T4', 'L-1234-23'],
	},
	{
		court: 'New Mexico',
		pattern: '[DMT]-\\d{1,4}-[A-Z]{2}-\\d{4}-\\d{3,6}|[AS]-1-(?:CA|SC)-\\d{4,6}',
		examples: ['D-202-CV-2023-04567', 'A-1-CA-41234'],
	},
	{
		court: 'California: counties and courts of appeal',
		pattern:
			'\\d{2}-\\d{4}-\\d{6,8}(?:-[A-Z]{2}(?:-[A-Z]{2,3}){0,2})?|(?:BC|EC|KC|LC|MC|NC|PC|RG|SC|TC|VC|YC|HG|RIC|INC|MCC|MSC[A-Z]?|CIV(?:SB|DS|RS|RI)?|CV(?:RI|SW|PS|CO)|SCV|PSC|FL[A-Z]{2}|BD|CGC|CPF|FDI|FMS|PES|CIVMSC|FCS|FAM|DN|BP|VCU|MCV|CU|HF|RF|PR)-?\\d{2}-?\\d{4,7}|[A-H]\\d{6}|S\\d{6}|ADJ\\d{6,8}',
		examples: [
			'37-2023-00019876-CU-PO-CTL',
			'34-2023-00345678',
			'BC712345',
			'RG21098765',
			'CGC-24-612345',
			'FDI-23-798765',
			'CIVSB2401234',
			'CVRI2301234',
			'A176542',
			'ADJ12345678',
		],
	},
	{
		court: 'California: Los Angeles and others by courthouse, and courts that put letters between year and number',
		pattern:
			'[0129]\\d(?:[A-Z]{2}(?:CV|CP|CR|FL|PB|UD|RO|LC|SC|PR|SM|AD|HC|JV|FV)\\d{4,7}|[A-Z]{4}\\d{5,6})(?:-[A-Z]{1,3})?',
		examples: ['22TRCV00884', '23SMCV01177', '21VESC00412', '24PSPB00093', '22NWFL01902', '23CHUD00713'],
	},
	{
		court: 'New York',
		pattern:
			'\\d{5,6}/(?:19|20)?\\d{2}E?|(?:LT|CV|CR|IND|SCI|CC|SC|CD|NC|SMZ|HP)-\\d{5,6}-\\d{2}(?:/[A-Z0-9]{1,4}|[A-Z]{2})?|[VOFBNPUSDEAG]{1,2}-\\d{4,6}-\\d{2}(?:/\\d{2}[A-Z]?)?|EF[A-Z]{0,2}20\\d{2}-\\d{4,6}|(?:19|20)\\d{2}-\\d{3,6}/[A-Z]|G\\d{3} \\d{4}',
		examples: [
			'651234/2024',
			'805123/2023E',
			'LT-301234-23/NY',
			'V-01234-24',
			'CR-012345-24NY',
			'EF2023-12345',
			'2023-1234/A',
			'NN-01234-23',
		],
	},
	{
		court: 'Pennsylvania',
		pattern:
			'(?:CP|MC|MJ)-\\d{2,5}-[A-Z]{2}-\\d{5,7}-\\d{4}|(?:GD|FD|AR|LT|SA|CC)-\\d{2}-\\d{4,6}(?:-\\d{3})?|\\d{1,4} (?:EDA|WDA|MDA|EAL|WAL|MAL|EAP|WAP|MAP|C\\.D\\.|CD) \\d{4}|\\d{3,5}-(?:CV|CR|SU|DR|FC)-\\d{4}',
		examples: [
			'CP-51-CR-0001234-2024',
			'MJ-38101-CR-0000123-2024',
			'GD-24-001234',
			'123 EDA 2024',
			'456 C.D. 2023',
			'1234-CV-2024',
		],
	},
	{
		court: 'Texas: district courts and courts of appeals',
		pattern:
			'D-1-[A-Z]{2}-\\d{2}-\\d{6}|\\d{3}-\\d{4,6}-(?:\\d{2}|20\\d{2})|\\d{2}-\\d{2}-\\d{4,5}-(?:CV|CR)(?:-[A-Z])?|(?:WR|AP|PD)-\\d{2},?\\d{3}(?:-\\d{2})?|PD-\\d{4}-\\d{2}|C-\\d{4}-\\d{2}-[A-Z]|[FM][A-Z]?-?\\d{2}-?\\d{5}(?:-[A-Z])?|(?:19|20)\\d{2}-?[A-Z]{2,3}-?\\d{3,6}(?:-\\d)?',
		examples: [
			'D-1-GN-24-001234',
			'342-345678-24',
			'471-01234-2024',
			'01-23-00456-CV',
			'PD-0123-23',
			'WR-12,345-01',
			'C-1234-24-A',
			'F23-12345',
			'2024CI12345',
		],
	},
	{
		court: 'Washington',
		pattern: '\\d{2}-\\d-\\d{5}-\\d(?: ?(?:SEA|KNT))?|\\d{5,6}-\\d-(?:I{1,3})|\\d{6}-\\d',
		examples: ['19-2-04417-7', '24-1-01234-5 KNT', '86012-3-II', '102345-6'],
	},
	{
		court: 'Alaska',
		pattern: '\\d[A-Z]{2}-\\d{2}-\\d{4,5} ?[A-Z]{2}',
		examples: ['3AN-24-01234CI', '1JU-23-00456 CR'],
	},
	{
		court: 'Arizona: courts of appeals and counties',
		pattern: '[12] ?CA-?[A-Z]{2} ?(?:20)?\\d{2}-\\d{4}|S\\d{4}[A-Z]{2}(?:19|20)\\d{7}|[CD]-?20\\d{6,7}',
		examples: ['1 CA-CV 24-0123', 'S1400CV202400123', 'C20241234'],
	},
	{
		court: 'Connecticut',
		pattern: '[A-Z]{2,3}\\d{0,2}[A-Z]?-(?:CV|FA|CR|MV|HC|LN)-?\\d{2}-\\d{6,7}-[A-Z]',
		examples: ['HHD-CV24-6123456-S', 'FST-FA-23-6054321-S', 'HHM-CR24-0123456-S'],
	},
	{
		court: 'Delaware',
		pattern: '[NKS]\\d{2}[A-Z]-\\d{2}-\\d{3}(?: [A-Z]{2,3})?|20\\d{2}-\\d{4}-[A-Z]{2,4}',
		examples: ['N24C-01-123 ABC', '2023-0456-JTL'],
	},
	{
		court: 'District of Columbia',
		pattern:
			'(?:19|20)\\d{2} ?(?:CA|CF\\d|CMD|CTF|DVM|DRB|LTB|ADM|SC\\d?|CPO|PCSD?|JUV|LIT|INT|FEP) ?[A-Z]? ?\\d{3,6}(?: [A-Z]\\b)?|20\\d{2}-(?:CAB|CMD|CF\\d|LTB|SCB|CPO|DRB|ADM)-\\d{6}',
		examples: ['2024 CA 001234 B', '2024-CAB-001234', '2023 CF2 001234'],
	},
	{
		court: 'Florida',
		pattern:
			'(?:\\d{2}-?)?20\\d{2}-?[A-Z]{2}-?\\d{5,6}(?:-?[A-Z0-9]{1,6}){0,4}|[A-Z]{4}-?\\d{2}-?\\d{5,6}(?:-?\\(\\d{2}\\))?|\\d{2,4}-\\d{5,6}-(?:C[AFCMOPIA]|F[CA]|DR|MM|CT|TR|SC|GA|DP)(?:-\\d{1,2})?(?:-[A-Z])?|[1-6]D(?:20)?\\d{2}-\\d{3,4}|SC(?:20)?\\d{2}-\\d{3,4}',
		examples: ['2024-CA-001234-O', 'CACE-24-001234', '2023-012345-CA-01', '3D24-0123', '2D2023-1234', 'SC2023-1234'],
	},
	{
		court: 'Georgia',
		pattern:
			'\\d{2}-?[A-Z]-?\\d{5}-?\\d?[A-Z]?\\d?|(?:SU|ST|MG|SP)(?:CV|CR)(?:20)?\\d{4,10}|[AS]\\d{2}[AIDCGQ]\\d{4}|\\d{2}-\\d-\\d{4}-\\d{2}',
		examples: ['24-A-01234-5', '24A01234', 'SUCV2024000123', 'A24A0123', '22-1-1234-56'],
	},
	{
		court: 'Hawaii',
		pattern: '[1235][A-Z]{2,3}-\\d{2}-\\d{5,7}|(?:CAAP|SCWC|SCAP|SCPW)-\\d{2}-\\d{5,7}',
		examples: ['1CCV-24-0001234', 'CAAP-23-0000123'],
	},
	{
		court: 'Idaho and Arkansas',
		pattern: '(?:CV|CR)\\d{2}-\\d{2}-\\d{3,5}|\\d{2}(?:CV|CR|DR|PR|JV)-\\d{2}-\\d{1,5}',
		examples: ['CV01-24-01234', 'CR42-23-1234', '60CV-24-1234'],
	},
	{
		court: 'Hawaii, before its electronic filing',
		pattern: '(?:FC-[A-Z]{1,2} (?:No\\. )?)?\\d{2}-1-\\d{4}(?:-\\d{2})?',
		examples: ['18-1-1234-07', 'FC-D No. 23-1-1234'],
	},
	{ court: 'Illinois, appellate', pattern: '[1-5]-\\d{2}-\\d{4}(?:WC)?', examples: ['1-23-1234', '4-22-0567'] },
	{
		court: 'Indiana',
		pattern: '\\d{2}[A-Z]\\d{2}-\\d{4}-[A-Z]{2}-\\d{3,6}|\\d{2}[AS]-[A-Z]{2}-\\d{2,5}',
		examples: ['49D01-2401-CT-001234', '23A-CR-1234'],
	},
	{
		court: 'Iowa',
		pattern:
			'(?:\\d{5} )?(?:LACL|LACE|EQCE|EQCV|CDCV|CDDM|FECR|AGCR|SRCR|OWCR|OWOM|SMAC|SMCR|SCSC|PCCE|PCCV|CVCV|DRCV|ESPR|GCPR|JVJV|LACV|STA)\\d{5,6}',
		examples: ['LACL145678', '05771 FECR312345'],
	},
	{
		court: 'Kentucky',
		pattern: '20\\d{2}-(?:CA|SC)-\\d{4}-[A-Z]{2}|\\d{2}-[JHMPFTX]-\\d{4,6}(?:-\\d{3})?',
		examples: ['2024-CA-0123-MR', '24-J-500123-001'],
	},
	{
		court: 'Louisiana',
		pattern:
			'C-\\d{6,8}|(?:20)?\\d{2}-(?:KA|KH|KK|CA|C|CC|KP|KO)-\\d{3,4}|\\d{3,4}-?\\d{3} ?,? ?(?:Div(?:ision|\\.)?|Sec(?:tion|\\.)?) ?"?[A-Z]"?',
		examples: ['C-712345', '2023-KA-0123', '812-345 Div. "C"'],
	},
	{
		court: 'Maryland',
		pattern:
			'[CD]-\\d{2,3}-[A-Z]{2}-\\d{2}-\\d{5,6}|\\d{2}-?C-?\\d{2}-?\\d{5,6}|C(?:AL|AD|AE|T|AP)\\d{2}-?\\d{4,6}|(?:CSA|ACM|COA|SCM)-[A-Z]{3}-\\d{4}-20\\d{2}',
		examples: ['C-02-CV-24-001234', '24-C-23-001234', 'CAL23-12345', 'ACM-REG-0123-2023'],
	},
	{
		court: 'Massachusetts',
		pattern:
			'\\d{4}(?:CV|CR|RO|SU|SC|AC|JV|DL|CP)\\d{4,6}|[A-Z]{2}\\d{2}[A-Z]\\d{4}[A-Z]{2}|[A-Z]{2}CV20\\d{2}-\\d{5}|\\d{2}H\\d{2}[A-Z]{2}\\d{6}|20\\d{2}-P-\\d{4}|SJC-\\d{5}',
		examples: ['2484CV01234', 'SU24P0123EA', 'SUCV2023-01234', '24H84SP001234', '2023-P-0123', 'SJC-13456'],
	},
	{
		court: 'Michigan',
		pattern: '(?:20)?\\d{2}-\\d{4,6}(?:-\\d{2})?-[A-Z]{2}(?:-[A-Z]\\d?)?',
		examples: ['24-001234-CZ', '2024-123456-NI', '23-1234-FH', '24-001234-01-FC'],
	},
	{
		court: 'Minnesota, Vermont and West Virginia',
		pattern:
			'\\d{2}[A-Z]{2}-[A-Z]{2}-\\d{2}-\\d{2,5}|\\d{2}-[A-Z]{2}-\\d{2}-\\d{1,5}|A\\d{2}-\\d{4}|\\d{1,4}-\\d{1,2}-\\d{2} [A-Za-z][a-z]{0,2}(?:cv|cr|fa|sc|dm)|CC-\\d{2}-20\\d{2}-[A-Z]{1,2}-\\d{1,5}|\\d{2}-(?:ICA|MAP)-\\d{2,4}',
		examples: ['19HA-CR-23-1234', '27-FA-24-123', 'A23-1234', '123-4-24 Wncv', 'CC-20-2024-C-123'],
	},
	{
		court: 'Mississippi',
		pattern: '\\d{2}[A-Z]{2}\\d:\\d{2}-[a-z]{2}-\\d{5}|20\\d{2}-[A-Z]{2}-\\d{5}-(?:SCT|COA)|G-?20\\d{2}-\\d{3,4}',
		examples: ['25CI1:24-cv-00123', '2023-CA-00123-SCT', 'G-2024-123'],
	},
	{
		court: 'Missouri',
		pattern: '\\d{2}[A-Z0-9]{2}-[A-Z]{2}\\d{5}(?:-\\d{2})?|(?:SC|ED|WD|SD)\\d{5,6}',
		examples: ['24SL-CC01234', '2416-CV01234', 'ED112345'],
	},
	{
		court: 'Montana',
		pattern: '[A-Z]{1,3}DV-(?:20)?\\d{2}-\\d{3,4}|D[VRCPA][- ]\\d{2}-(?:20\\d{2}-)?\\d{3,7}(?:-[A-Z]{2})?',
		examples: ['ADV-2024-123', 'DDV-23-0123', 'DV-32-2024-0000123-OC'],
	},
	{
		court: 'Nebraska',
		pattern: '(?:CI|CR|PR|JV) ?\\d{2}-\\d{2,5}|D\\d{2}(?:CI|CR)\\d{9}|[AS]-\\d{2}-\\d{3,4}',
		examples: ['CI 24-1234', 'D02CI240001234', 'A-23-123'],
	},
	{ court: 'Nevada', pattern: '[ADCPRJTGW]-\\d{2}-\\d{6}-[A-Z0-9]{1,2}', examples: ['A-24-812345-C', 'D-23-654321-D'] },
	{
		court: 'North Carolina and North Dakota',
		pattern: '\\d{2} ?(?:CVS|CVD|CRS|CR|SP|JA|JB|E|R|CV|IFS)[ ]?\\d{3,6}(?:-\\d{2,3})?|COA\\d{2}-\\d{2,4}',
		examples: ['24 CVS 1234', '21 JA 123', 'COA23-456', '24CV001234-590'],
	},
	{
		court: 'Ohio',
		pattern:
			'[AB] ?\\d{7}|(?:C-)?\\d{2}(?:AP|CA|MA|JE|BE|CO)[- ]?\\d{2,6}|(?:CVF|CVG|CVH|CVI|CRA|CRB|TRC|TRD|CRW)[- ]?\\d{2}[- ]?\\d{5}|CA-?20\\d{2}-\\d{2}-\\d{3}',
		examples: ['A 2401234', '23AP-456', 'CVF2401234', 'TRC 24-12345', 'CA2023-05-041'],
	},
	{
		court: 'Rhode Island',
		pattern: '[PKWNS][CDM1-4M]-(?:20)?\\d{2}-\\d{3,5}[A-Z]?|6\\d-20\\d{2}-\\d{5}',
		examples: ['PC-2024-01234', 'P2-2024-1234A', '61-2024-01234'],
	},
	{
		court: 'South Carolina',
		pattern: '20\\d{2}-?(?:CP|DR|GS|ES|LP)-?\\d{2}-?\\d{3,5}|20\\d{2}A\\d{10,13}',
		examples: ['2024-CP-40-01234', '2023-DR-10-1234', '2023A4010201234'],
	},
	{
		court: 'South Dakota',
		pattern: '\\d{2}(?:CIV|CRI|DIV|PRO|TPO|GDN|JUV|SMC|MAG)\\d{2}-?\\d{4,6}',
		examples: ['49CIV24-001234', '51CRI23-004567'],
	},
	{
		court: 'Tennessee',
		pattern:
			'[MEW]20\\d{2}-\\d{5}-[A-Z]{2,3}-[A-Z0-9]{2,3}-[A-Z]{2}|(?:CT|CH)-\\d{3,6}-\\d{2}|\\d{2}-\\d{3,4}-(?:I{1,3}|IV)|\\d{2}[CD]\\d{3,4}',
		examples: ['M2023-01234-COA-R3-CV', 'CT-1234-24', '23-1234-III', '24C1234'],
	},
	{
		court: 'Virginia',
		pattern:
			'(?:CL|CR|GC|GV|JA|JJ|GT|CA|FE|FI|MI)-?(?:\\d{2}-?\\d{5,6}|\\d{6})(?:-\\d{2}){1,2}|(?:CL|FE|FI|MI|CR)-20\\d{2}-\\d{5,7}',
		examples: ['CL24001234-00', 'GV24012345-00', 'JA012345-01-00', 'FE-2023-0001234'],
	},
	{
		court: 'Wisconsin',
		pattern: '(?:20)?\\d{2}AP\\d{2,6}(?:-(?:CR|FT|LV|W|NM|AC))?',
		examples: ['2024AP001234-CR', '2023AP456'],
	},
	{
		court: 'Puerto Rico',
		pattern: 'KL[A-Z]{2}20\\d{7}|[A-Z]{2}20\\d{2}CV\\d{5}',
		examples: ['KLAN202400123', 'BY2023CV04567'],
	},
]
