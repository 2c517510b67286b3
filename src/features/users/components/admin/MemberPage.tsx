import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { useChosenInView } from '#src/components/ui/lists/use-chosen-in-view.ts'
import { MemberDues } from '#src/features/dues/components/admin/MemberDues.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { Member, MemberNote, RecordKind } from '../../member-contract.ts'
import { getMemberQuery, sendPasswordLinkMutation, updateUserActiveMutation } from '../../queries.ts'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { FactorResetDialog, PendingReset } from './FactorReset.tsx'
import { LabelsDialog } from './LabelsDialog.tsx'
import { LockedOut } from './LockedOut.tsx'
import { MemberFacts } from './MemberFacts.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { MemberNotes } from './MemberNotes.tsx'
import { RecordList } from './RecordList.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { DeleteUserDialog, EditUserDialog } from './UserDialogs.tsx'

interface Section {
	kind: RecordKind
	title: string
	empty: string
}

const sections: Readonly<Record<string, { label: string; lists: readonly Section[] }>> = {
	courses: {
		label: 'Courses',
		lists: [
			{ kind: 'courses', title: 'Courses', empty: 'No courses' },
			{ kind: 'quizzes', title: 'Quiz results', empty: 'No quiz results' },
		],
	},
	journals: { label: 'Journals', lists: [{ kind: 'journals', title: 'Journals', empty: 'No journal entries' }] },
	posts: {
		label: 'Posts',
		lists: [
			{ kind: 'questions', title: 'Questions', empty: 'No questions' },
			{ kind: 'answers', title: 'Comments on questions', empty: 'No comments on questions' },
			{ kind: 'comments', title: 'Comments in courses', empty: 'No comments in courses' },
		],
	},
	coaching: {
		label: 'Coaching',
		lists: [{ kind: 'topics', title: 'Topics for coaching sessions', empty: 'No topics' }],
	},
	history: {
		label: 'History',
		lists: [{ kind: 'history', title: 'Account history', empty: 'No history yet' }],
	},
}

interface Props {
	initial: Member
	notes: Page<MemberNote>
	tab: string
	ownId: string
	/** Whether the club collects dues from this member. */
	hasDues: boolean
}

export function MemberPage({ initial, notes, tab, ownId, hasDues }: Props) {
	const { data: member, error } = useQuery(getMemberQuery(initial.id), { initial })
	const { filters, setFilters } = useUrlFilters({ tab: tab in sections || (tab === 'dues' && hasDues) ? tab : '' })
	const tabs = useChosenInView<HTMLDivElement>()
	return (
		<>
			<Head member={member} isOwn={member.id === ownId} />
			{error && <Alert>{messageOf(error, 'This account could not be loaded')}</Alert>}
			<PendingReset member={member} />
			{member.lockedUntil !== null && <LockedOut id={member.id} until={member.lockedUntil} />}
			<Tabs.Root
				value={filters.tab || 'overview'}
				onValueChange={(value) => setFilters({ tab: value === 'overview' ? '' : value })}
			>
				<Tabs.List ref={tabs} className="tab-list long-tabs mb-6" aria-label="About this member">
					<Tabs.Trigger value="overview" className="tab">
						Overview
					</Tabs.Trigger>
					{hasDues && (
						<Tabs.Trigger value="dues" className="tab">
							Dues
						</Tabs.Trigger>
					)}
					{Object.entries(sections).map(([value, { label }]) => (
						<Tabs.Trigger key={value} value={value} className="tab">
							{label}
						</Tabs.Trigger>
					))}
				</Tabs.List>
				<Tabs.Content value="overview" className="member-overview">
					<MemberFacts member={member} />
					<MemberNotes memberId={member.id} ownId={ownId} initial={notes} />
				</Tabs.Content>
				{hasDues && (
					<Tabs.Content value="dues" className="grid gap-8">
						<MemberDues id={member.id} name={member.name} />
					</Tabs.Content>
				)}
				{Object.entries(sections).map(([value, { lists }]) => (
					<Tabs.Content key={value} value={value} className="grid gap-8">
						{lists.map((section) => (
							<RecordList key={section.kind} memberId={member.id} {...section} />
						))}
					</Tabs.Content>
				))}
			</Tabs.Root>
		</>
	)
}

type Open = 'edit' | 'labels' | 'link' | 'factor' | 'deactivate' | 'delete' | undefined

function Head({ member, isOwn }: { member: Member; isOwn: boolean }) {
	const [open, setOpen] = useState<Open>()
	const activate = useMutation(updateUserActiveMutation)
	const isInvited = member.memberStatus === 'invited'
	const isActive = member.memberStatus === 'active'
	const isOpenApplication = member.memberStatus === 'applied'
	return (
		<>
			<PageHead
				title={member.name}
				line={`@${member.username}`}
				back={{ href: '/admin/users', label: 'Back to Members' }}
				badges={<Badges member={member} />}
			>
				{isOpenApplication && (
					<a className="btn btn-line" href="/admin/applications">
						Review the application
					</a>
				)}
				<Button variant="line" onClick={() => setOpen('edit')}>
					Edit
				</Button>
				<Button variant="line" onClick={() => setOpen('labels')}>
					Labels and plan
				</Button>
				{(isActive || isInvited) && (
					<Button variant="line" onClick={() => setOpen('link')}>
						{isInvited ? 'Send the invitation again' : 'Send a link to set a password'}
					</Button>
				)}
				{!isOwn && member.hasSecondFactor && member.factorResetAt === null && !member.factorResetWaits && (
					<Button variant="line" onClick={() => setOpen('factor')}>
						Reset second factor
					</Button>
				)}
				{!isOwn && (isActive || isInvited) && (
					<Button variant="line" onClick={() => setOpen('deactivate')}>
						{isInvited ? 'Withdraw the invitation' : 'Deactivate'}
					</Button>
				)}
				{!isActive && !isInvited && !isOpenApplication && (
					<Button variant="line" loading={activate.isPending} onClick={() => activate.mutate(member)}>
						Activate
					</Button>
				)}
				{!isOwn && (
					<Button variant="line" onClick={() => setOpen('delete')}>
						Delete
					</Button>
				)}
				<MemberMenu user={member} isOwn={isOwn} />
			</PageHead>
			<OpenDialog open={open} member={member} isOwn={isOwn} onClose={() => setOpen(undefined)} />
		</>
	)
}

const Badges = ({ member }: { member: Member }) => (
	<>
		<StatusBadge user={member} />
		{member.role === 'admin' && <Badge>Admin</Badge>}
		{member.role !== 'admin' && member.isModerator && <Badge>Moderator</Badge>}
		{member.lockedUntil !== null && <Badge tone="error">Locked out</Badge>}
	</>
)

type OpenDialogProps = { open: Open; member: Member; isOwn: boolean; onClose: () => void }

function OpenDialog({ open, member, isOwn, onClose }: OpenDialogProps) {
	switch (open) {
		case 'edit':
			return <EditUserDialog user={member} isOwn={isOwn} onClose={onClose} />
		case 'labels':
			return <LabelsDialog member={member} onClose={onClose} />
		case 'link':
			return <LinkDialog member={member} onClose={onClose} />
		case 'factor':
			return <FactorResetDialog member={member} onClose={onClose} />
		case 'deactivate':
			return <DeactivateDialog user={member} onClose={onClose} />
		case 'delete':
			return (
				<DeleteUserDialog user={member} onClose={onClose} onDeleted={() => window.location.assign('/admin/users')} />
			)
		default:
			return null
	}
}

function LinkDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const mutation = useMutation(sendPasswordLinkMutation)
	const isInvited = member.memberStatus === 'invited'
	return (
		<ConfirmDialog
			title={isInvited ? 'Send the invitation again?' : 'Send a link to set a password?'}
			description={
				isInvited
					? `We send it to ${member.email}. The link works once, for seven days. The previous link stops working.`
					: `We send it to ${member.email}. The link works once, for one day. The current password works until they set a new one.`
			}
			action={{ label: 'Send', busy: 'Sending...', variant: 'primary' }}
			of={mutation}
			onConfirm={() => mutation.mutate(member.id, { onSuccess: onClose })}
			onClose={onClose}
		/>
	)
}
