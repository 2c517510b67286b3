import { formatCredits } from '#src/features/cle/cle-text.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import {
	barColor,
	isNotBlank,
	LEFT,
	PAGE,
	Page,
	small,
	strong,
	title,
	warning,
	warningColor,
} from '#src/platform/pdf/page.ts'
import { barNumberLabel, type CertificateRecord, inGroups, paperTitle } from '../../paper.ts'

/** The complete content of a certificate: nothing else affects its bytes. */
export interface Paper {
	record: CertificateRecord
	revoked: { on: string; reason: string } | null
}

/** Left edge of the values. */
const VALUES_X = 208
/** Heights in points. */
const CREDIT_ROW = 30
const FOOTER_HEIGHT = 130

const formatValidity = ({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }) =>
	[validFrom && `from ${formatDay(validFrom)}`, validTo && `to ${formatDay(validTo)}`].filter(Boolean).join(' ')

function activityFacts({ activity, participation, jurisdiction, provider }: CertificateRecord) {
	const { startedOn, completedOn, format, place, minutes } = activity
	const days =
		startedOn === completedOn ? formatDay(completedOn) : `${formatDay(startedOn)} to ${formatDay(completedOn)}`
	const kind = { participatory: 'Participatory', 'self-study': 'Self-study' }
	return [
		['Completed', days],
		['Format', format],
		['Place', place],
		['Length', `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} of instruction`],
		['Jurisdiction', jurisdiction.name],
		['Kind of activity', participation ? kind[participation] : ''],
		['Provider', provider.name],
		['Address', provider.address.replaceAll(/\s*\n\s*/g, ', ')],
	] as const
}

function accreditationFacts({ accreditation, transitional, jurisdiction }: CertificateRecord) {
	if (!accreditation) return []
	const { of, number } = accreditation
	const dates = formatValidity(accreditation)
	return [
		[
			of === 'provider' ? 'Approved provider' : 'Approved activity',
			[number, dates && `approved ${dates}`].filter(Boolean).join(', '),
		],
		[
			'Statement',
			accreditation.statement ||
				`${of === 'provider' ? 'The provider is' : 'This activity is'} approved for credit in ${jurisdiction.name}.`,
		],
		[
			'Newly admitted',
			transitional === null
				? ''
				: transitional
					? 'Also for newly admitted attorneys (transitional)'
					: 'Not for newly admitted attorneys (nontransitional)',
		],
	] as const
}

function drawCredits(page: Page, { credits, totalHundredths, paper }: CertificateRecord): void {
	if (credits.length === 0) return
	page.ensureRoom((credits.length + 2) * CREDIT_ROW)
	page.table([
		[paper === 'record' ? 'Credits by length, not granted by a board' : 'Credits', 'Hours'],
		...credits.map(({ name, hundredths }) => [page.drawable(name), formatCredits(hundredths)] as const),
		['Total', formatCredits(totalHundredths)],
	])
}

/** Draws the issuer, the number, and the notice that the board grants credit, not the provider. */
function drawFooter(
	page: Page,
	{ paper, jurisdiction, rules, provider, number, verifyAddress, note, issuedOn }: CertificateRecord,
): void {
	if (paper === 'record')
		page.y = page.paragraph('P', 'Not accredited. Whether it counts is for you and your board.', { style: strong }) + 6
	const signed = provider.signatory && `Signed for ${provider.name}: ${provider.signatory}`
	page.y = page.paragraph('P', page.drawable(signed || `Issued by ${provider.name}`))
	page.y = page.paragraph('P', `Issued ${formatDay(issuedOn)}. ${page.drawable(note)}`.trim()) + 10
	const checked = rules.checkedAt ? `checked ${formatDay(rules.checkedAt)}` : 'not checked'
	const source = jurisdiction.name && `Rules of ${jurisdiction.name}, version ${rules.version}, ${checked}. `
	const lines = [
		`Number ${inGroups(number)}. Confirm this paper with its number and the last name: ${verifyAddress}`,
		`${source}Confirm with the board: it grants credit, the provider does not.`,
	]
	for (const line of lines) page.y = page.paragraph('P', line, { style: small }) + 2
}

function drawRevoked(page: Page, { on, reason }: NonNullable<Paper['revoked']>): void {
	const { y } = page
	page.y = page.paragraph('P', `Revoked on ${formatDay(on)}. It is no longer valid.`, { x: LEFT + 14, style: warning })
	if (isNotBlank(reason)) page.y = page.paragraph('P', page.drawable(reason), { x: LEFT + 14, maxLines: 4 })
	page.bar(LEFT, y, 4, page.y - y, warningColor)
	page.y += 14
}

/** Draws a certificate, in the worker. @throws {LetterError} if no font has a letter of the attorney's name. */
export async function draw({ record, revoked }: Paper): Promise<Buffer> {
	const { number, attorney, activity, provider, paper, jurisdiction } = record
	const heading = paperTitle(paper)
	const author = provider.name
	const page = new Page({ title: `${heading} ${number}`, author, createdAt: record.issuedAt })
	page.bar(0, 0, PAGE.width, 10, revoked ? warningColor : barColor)
	page.y = page.paragraph('H1', heading, { style: { ...title, size: 26 } }) + 14
	if (revoked) drawRevoked(page, revoked)
	page.y = page.paragraph('P', attorney.name, { style: title, maxLines: 2 }) + 2
	if (attorney.barNumber)
		page.y = page.paragraph('P', `${barNumberLabel(jurisdiction.code)} ${page.drawable(attorney.barNumber)}`, {
			style: small,
		})
	page.y = page.paragraph('P', 'took part in the whole of', { y: page.y + 8, style: small }) + 2
	const activityTitle = page.drawable(activity.title, title)
	page.y = page.paragraph('H2', activityTitle, { style: { ...title, size: 15 }, maxLines: 4 }) + 16
	const facts = [...activityFacts(record), ...accreditationFacts(record)]
	page.facts(
		facts.filter(([, value]) => isNotBlank(value)).map(([name, value]) => [name, page.drawable(value)] as const),
		{ x: VALUES_X },
	)
	page.y += 12
	drawCredits(page, record)
	page.y += 4
	page.ensureRoom(FOOTER_HEIGHT)
	drawFooter(page, record)
	return page.end()
}
