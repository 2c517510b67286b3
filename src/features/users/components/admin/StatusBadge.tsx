import { Badge } from '#src/components/ui/Badge.tsx'
import type { User } from '../../contract.ts'
import { isSuspended } from '../../suspended.ts'

type Props = { user: Pick<User, 'status' | 'invitedAt' | 'suspendedUntil'> }

export function StatusBadge({ user }: Props) {
	if (user.status === 'active')
		return isSuspended(user) ? <Badge tone="brass">Suspended</Badge> : <Badge tone="done">Active</Badge>
	return <Badge tone="brass">{user.invitedAt === null ? 'Inactive' : 'Invited'}</Badge>
}
