import { randomBytes } from 'node:crypto'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { env } from '#src/platform/env/env.ts'
import type { CertificateRecord } from '../../paper.ts'
import type { Award } from '../awards.ts'
import { canonicalJson } from '../evidence/chain.ts'
import type { ActivityRow, AttendanceRow } from '../rows.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Creates an unguessable number of 80 random bits. */
export const newNumber = () => Array.from(randomBytes(16), (byte) => BASE32[byte % 32]).join('')

/** Suffixes of a name that are not the last name. */
const SUFFIX = /^(?:jr|sr|esq|ii|iii|iv|phd|jd)\.?$/i

/** Guesses the last name from a full name. */
export function lastNameOf(name: string): string {
	const words = name.split(/[\s,]+/).filter(Boolean)
	while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) words.pop()
	return words.at(-1) ?? name
}

/** The provider named on certificates. */
export interface Issuer {
	name: string
	address: string
	signatory: string
	/** Provider numbers by jurisdiction. */
	numbers: Readonly<Record<string, string>>
}

export interface Completion {
	activity: ActivityRow
	mode: AttendanceRow['mode']
	name: string
	startedOn: string
	completedOn: string
}

const FORMATS: Readonly<Record<AttendanceRow['mode'], string>> = {
	watch: 'Recording with attendance codes',
	spoken: 'Recording with spoken attendance codes',
	live: 'Live session',
}

/** Returns how a board classifies an activity; null if the board does not. */
const participationOf = ({ format }: ActivityRow, rules: RuleSet | null): CertificateRecord['participation'] =>
	rules?.papers.includes('completion') ? (format === 'self-study' ? 'self-study' : 'participatory') : null

function paperOf({ accreditation }: Award, participation: CertificateRecord['participation']) {
	if (!accreditation) return 'record'
	return participation === 'self-study' ? 'completion' : 'attendance'
}

/** Composes the content of a certificate. */
export function recordOf(
	award: Award,
	{ activity, mode, name, startedOn, completedOn }: Completion,
	issuer: Issuer,
	{ now }: { now: number },
): CertificateRecord {
	const { admission, rules, accreditation } = award
	const code = admission?.jurisdiction ?? ''
	const participation = participationOf(activity, rules)
	const labelOf = (category: string) => rules?.categories.find(({ id }) => id === category)?.label ?? category
	const credits = Object.entries(award.credits).map(([category, hundredths]) => ({
		...{ category, name: labelOf(category), hundredths },
	}))
	return {
		number: newNumber(),
		paper: paperOf(award, participation),
		jurisdiction: { code, name: rules?.name ?? code },
		attorney: { name, lastName: lastNameOf(name), barNumber: admission?.barNumber || null },
		activity: {
			...{ title: activity.title, startedOn, completedOn, minutes: activity.minutes },
			format: FORMATS[mode],
			place: mode === 'live' && activity.format === 'live' ? 'In person' : 'Online',
		},
		participation,
		credits,
		totalHundredths: credits.reduce((sum, { hundredths }) => sum + hundredths, 0),
		transitional: rules?.cycles.newly && accreditation ? accreditation.transitional : null,
		accreditation: accreditation && {
			of: issuer.numbers[code] === accreditation.number ? 'provider' : 'activity',
			...{ number: accreditation.number, statement: '' },
			...{ validFrom: accreditation.validFrom, validTo: accreditation.validTo },
		},
		provider: { name: issuer.name, address: issuer.address, signatory: issuer.signatory },
		rules: { version: rules?.version ?? 0, checkedAt: rules?.status === 'verified' ? rules.checkedAt : null },
		verifyAddress: `${env().publicUrl}/verify`,
		...{ issuedAt: now, issuedOn: clubDay(now), note: '' },
	}
}

/** Serializes a record canonically, for storage. */
export const recordJson = (record: CertificateRecord): string => canonicalJson(record)
