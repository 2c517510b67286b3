import { Download, Plus, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { activeFilters, queryOf, useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import { MAX_COUNTED, type User, type UserCounts } from '../../contract.ts'
import { getUserCountsQuery, listUsersQuery } from '../../queries.ts'
import { roleName } from '../../role-names.ts'
import { AddPeopleDialog } from './AddPeopleDialog.tsx'
import { BulkActions } from './BulkActions.tsx'
import { JoinedDay } from './JoinedDay.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { StandingBadge, StatusBadge } from './StatusBadge.tsx'
import { AddUserDialog, DeleteUserDialog, EditUserDialog, InviteDialog } from './UserDialogs.tsx'
import { type ChosenUsers, UserFilters } from './UserFilters.tsx'

type Open = { kind: 'add' | 'invite' | 'people' } | { kind: 'edit' | 'delete'; user: User } | undefined

function Head({ onOpen }: { onOpen: (open: Open) => void }) {
	return (
		<PageHead title="Members">
			<a className={buttonClass({ variant: 'line' })} href="/admin/users/export.csv" download>
				<Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Export CSV
			</a>
			<Button variant="line" onClick={() => onOpen({ kind: 'people' })}>
				<UserPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Add people
			</Button>
			<Button onClick={() => onOpen({ kind: 'add' })}>
				<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Add New User
			</Button>
		</PageHead>
	)
}

function useSelection() {
	const [selected, setSelected] = useState<ReadonlyMap<string, User>>(new Map())
	const select = (user: User, isSelected: boolean) =>
		setSelected((now) => {
			const next = new Map(now)
			if (isSelected) next.set(user.id, user)
			else next.delete(user.id)
			return next
		})
	return { selected, setSelected, select }
}

interface UsersAdminProps {
	chosen: ChosenUsers
	initial: Page<User>
	counts: UserCounts
	ownId: string
	isMailOff: boolean
}

export function UsersAdmin({ chosen: initialFilters, initial, ownId, isMailOff, ...props }: UsersAdminProps) {
	const { data: counts } = useQuery(getUserCountsQuery, { initial: props.counts })
	const { filters: chosen, setFilters } = useUrlFilters(initialFilters, { remember: '/admin/users' })
	const [typed, setTyped] = useState(initialFilters.search)
	const [open, setOpen] = useState<Open>()
	const { selected, setSelected, select } = useSelection()
	const search = useDebounced(typed.trim())
	useEffect(() => setFilters({ search }), [search, setFilters])
	const filters = { ...chosen, search }
	const isFiltered = queryOf({ ...filters, sort: '', order: '' }) !== ''
	const isFirst = queryOf(filters) === queryOf(initialFilters)
	const query = useList(listUsersQuery(activeFilters(filters)), { initial: isFirst ? initial : undefined })
	function clear(): void {
		setTyped('')
		setFilters({ search: '', role: '', status: '', label: '', standing: '' })
	}
	return (
		<>
			<Head onOpen={setOpen} />
			<UserFilters
				counts={counts}
				chosen={{ ...chosen, search: typed }}
				onChange={({ search: text, ...others }) => (text === undefined ? setFilters(others) : setTyped(text))}
			/>
			<BulkActions selected={selected} shown={query.items} onSelect={setSelected} />
			<div className="member-list">
				<ListTable
					list={query}
					failed={`Error loading users: ${messageOf(query.error, 'unknown')}`}
					empty={
						<EmptyState
							title="No users found"
							action={
								isFiltered && (
									<Button variant="line" onClick={clear}>
										Clear filters
									</Button>
								)
							}
						>
							{isFiltered && 'Try another word or fewer filters.'}
						</EmptyState>
					}
					atLeast={Boolean(search) && query.total >= MAX_COUNTED}
					caption={captionOf(filters)}
					columns={columnsOf(selected, select, counts.standings !== undefined)}
					keyOf={({ id }) => id}
					sorting={{ by: filters.sort, isDescending: filters.order !== 'asc' }}
					onSort={({ by, isDescending }) =>
						setFilters({ sort: by === 'seen' ? 'seen' : 'joined', order: isDescending ? 'desc' : 'asc' })
					}
					actions={(user) => <RowActions user={user} isOwn={user.id === ownId} onOpen={setOpen} />}
				/>
			</div>
			<OpenDialog open={open} ownId={ownId} isMailOff={isMailOff} onOpen={setOpen} />
		</>
	)
}

interface OpenDialogProps extends Pick<UsersAdminProps, 'ownId' | 'isMailOff'> {
	open: Open
	onOpen: (open: Open) => void
}

function OpenDialog({ open, ownId, isMailOff, onOpen }: OpenDialogProps) {
	const close = () => onOpen(undefined)
	switch (open?.kind) {
		case 'people':
			return <AddPeopleDialog onChoose={(kind) => onOpen({ kind })} onClose={close} />
		case 'add':
			return <AddUserDialog isMailOff={isMailOff} onClose={close} />
		case 'invite':
			return <InviteDialog isMailOff={isMailOff} onClose={close} />
		case 'edit':
			return <EditUserDialog user={open.user} isOwn={open.user.id === ownId} onClose={close} />
		case 'delete':
			return <DeleteUserDialog user={open.user} onClose={close} />
		default:
			return null
	}
}

function captionOf({ sort, order }: ChosenUsers): string {
	if (sort === 'seen') return `Members, ${order === 'asc' ? 'inactive longest first' : 'most recently seen first'}`
	if (sort === '') return `Members, ${order === 'asc' ? 'first' : 'last'} added first`
	return `Members, ${order === 'asc' ? 'oldest' : 'newest'} first`
}

const columnsOf = (
	selected: ReadonlyMap<string, User>,
	onSelect: (user: User, isSelected: boolean) => void,
	hasDues: boolean,
): Column<User>[] => [
	{
		label: 'Select',
		cell: (user) => (
			<label className="select-row">
				<input
					type="checkbox"
					aria-label={`Select ${user.name}`}
					checked={selected.has(user.id)}
					onChange={(event) => onSelect(user, event.target.checked)}
				/>
			</label>
		),
	},
	{
		label: 'Name',
		cell: ({ id, name, username }) => (
			<span className="member-name">
				<RowLead href={`/admin/users/${id}`}>{name}</RowLead> <span className="text-small text-muted">@{username}</span>
			</span>
		),
	},
	{
		label: 'Email',
		breaks: true,
		cell: ({ email, emailConfirmedAt }) => <EmailText email={email} isUnconfirmed={emailConfirmedAt === null} />,
	},
	{ label: 'Role', cell: ({ role }) => roleName(role) },
	{
		label: 'Status',
		cell: (user) => (
			<span>
				<StatusBadge user={user} />
			</span>
		),
	},
	...(hasDues ? [{ label: 'Standing', cell: (user: User) => <StandingBadge user={user} /> }] : []),
	{
		label: 'Joined',
		sort: 'joined',
		isNarrow: true,
		cell: ({ joinedAt, createdAt }) => <JoinedDay joinedAt={joinedAt} createdAt={createdAt} />,
	},
	{
		label: 'Last seen',
		sort: 'seen',
		isNarrow: true,
		cell: ({ lastSeenAt }) => (lastSeenAt ? <LocalTime when={lastSeenAt} as="day" /> : 'Never'),
	},
]

type RowActionsProps = { user: User; isOwn: boolean; onOpen: (open: Open) => void }

const RowActions = ({ user, isOwn, onOpen }: RowActionsProps) => (
	<>
		<RowButton of={user.name} onClick={() => onOpen({ kind: 'edit', user })}>
			Edit
		</RowButton>
		<RowButton
			of={user.name}
			disabled={isOwn}
			title={isOwn ? 'You cannot delete your own account' : undefined}
			onClick={() => onOpen({ kind: 'delete', user })}
		>
			Delete
		</RowButton>
		<MemberMenu user={user} isOwn={isOwn} />
	</>
)
