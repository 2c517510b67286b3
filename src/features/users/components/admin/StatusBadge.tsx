import { Badge } from '#src/components/ui/Badge.tsx'
import { STANDING_NAMES, STANDING_TONES } from '#src/features/dues/standing-text.ts'
import type { User } from '../../contract.ts'
import { memberStatusNames } from '../../role-names.ts'
import { isSuspended } from '../../suspended.ts'

const tones = {
	active: 'done',
	invited: 'brass',
	applied: 'brass',
	deactivated: 'neutral',
	rejected: 'neutral',
} as const

type Props = { user: Pick<User, 'status' | 'memberStatus' | 'suspendedUntil' | 'leavesAt'> }

export function StatusBadge({ user }: Props) {
	if (user.status === 'active' && isSuspended(user)) return <Badge tone="brass">Suspended</Badge>
	if (user.leavesAt) return <Badge tone="neutral">Left</Badge>
	return <Badge tone={tones[user.memberStatus]}>{memberStatusNames[user.memberStatus]}</Badge>
}

/** A member's dues standing, from the list of members. */
export const StandingBadge = ({ user: { standing } }: { user: Pick<User, 'standing'> }) =>
	standing ? <Badge tone={STANDING_TONES[standing]}>{STANDING_NAMES[standing]}</Badge> : <span>No dues</span>
