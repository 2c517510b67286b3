import { Badge } from '#src/components/ui/Badge.tsx'
import type { User } from '../../contract.ts'

export function StatusBadge({ user: { status, invitedAt } }: { user: Pick<User, 'status' | 'invitedAt'> }) {
	if (status === 'active') return <Badge tone="done">Active</Badge>
	return <Badge tone="brass">{invitedAt === null ? 'Inactive' : 'Invited'}</Badge>
}
