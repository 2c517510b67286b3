import { Download, Mail, Plus, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { narrowing, queryOf, useAddressFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import { MAX_COUNTED, type User, type UserFilters, type UserOrder } from '../../contract.ts'
import { listUsersQuery } from '../../queries.ts'
import { roleName, roleNames } from '../../role-names.ts'
import { BulkActions } from './BulkActions.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { AddUserDialog, DeleteUserDialog, EditUserDialog, InviteDialog } from './UserDialogs.tsx'

type Open = { kind: 'add' | 'invite' } | { kind: 'edit' | 'delete'; user: User } | undefined

function Head({ onAdd, onInvite }: { onAdd: () => void; onInvite: () => void }) {
	return (
		<PageHead title="Members" line="Everyone with an account: members, admins and pending applicants.">
			<a className={buttonClass({ variant: 'line' })} href="/admin/users/export.csv" download>
				<Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Export CSV
			</a>
			<a className={buttonClass({ variant: 'line' })} href="/admin/users/import">
				<Upload aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Invite a list
			</a>
			<Button variant="line" onClick={onInvite}>
				<Mail aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Invite a member
			</Button>
			<Button onClick={onAdd}>
				<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Add New User
			</Button>
		</PageHead>
	)
}

/** The search, filters and sort order; empty values mean the default. */
type ChosenUsers = {
	search: string
	role: NonNullable<UserFilters['role']> | ''
	status: NonNullable<UserFilters['status']> | ''
	sort: NonNullable<UserOrder['sort']> | ''
	order: NonNullable<UserOrder['order']> | ''
}

type FilterProps = { chosen: ChosenUsers; onChange: (chosen: Partial<ChosenUsers>) => void }

function FilterFields({ chosen, onChange }: FilterProps) {
	return (
		<search className="filters mb-5">
			<TextField
				label="Search"
				type="search"
				placeholder="Name, username or email"
				autoComplete="off"
				maxLength={200}
				value={chosen.search}
				onChange={(event) => onChange({ search: event.target.value })}
			/>
			<SelectField
				label="Role"
				value={chosen.role}
				onChange={(event) => onChange({ role: event.target.value as ChosenUsers['role'] })}
				options={{ '': 'All roles', admin: roleNames.admin, user: roleNames.user }}
			/>
			<SelectField
				label="Status"
				value={chosen.status}
				onChange={(event) => onChange({ status: event.target.value as ChosenUsers['status'] })}
				options={{ '': 'All', active: 'Active', inactive: 'Inactive' }}
			/>
		</search>
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
	ownId: string
	isMailOff: boolean
}

export function UsersAdmin({ chosen: first, initial, ownId, isMailOff }: UsersAdminProps) {
	const { filters: chosen, setFilters } = useAddressFilters(first, { remember: '/admin/users' })
	const [typed, setTyped] = useState(first.search)
	const [open, setOpen] = useState<Open>()
	const { selected, setSelected, select } = useSelection()
	const search = useDebounced(typed.trim())
	useEffect(() => setFilters({ search }), [search, setFilters])
	const filters = { ...chosen, search }
	const isFiltered = Boolean(search || chosen.role || chosen.status)
	const isFirst = queryOf(filters) === queryOf(first)
	const query = useList(listUsersQuery(narrowing(filters)), { initial: isFirst ? initial : undefined })
	const close = () => setOpen(undefined)
	function clear(): void {
		setTyped('')
		setFilters({ search: '', role: '', status: '' })
	}
	return (
		<>
			<Head onAdd={() => setOpen({ kind: 'add' })} onInvite={() => setOpen({ kind: 'invite' })} />
			<FilterFields
				chosen={{ ...chosen, search: typed }}
				onChange={({ search: words, ...others }) => (words === undefined ? setFilters(others) : setTyped(words))}
			/>
			<BulkActions selected={selected} shown={query.items} onSelect={setSelected} />
			{query.error && <Alert>Error loading users: {messageOf(query.error, 'unknown')}</Alert>}
			<ListTable
				list={query}
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
				columns={columnsOf(selected, select)}
				keyOf={({ id }) => id}
				sorting={{ by: filters.sort || 'joined', isDescending: filters.order !== 'asc' }}
				onSort={({ by, isDescending }) =>
					setFilters({ sort: by === 'seen' ? 'seen' : 'joined', order: isDescending ? 'desc' : 'asc' })
				}
				actions={(user) => <RowActions user={user} isOwn={user.id === ownId} onOpen={setOpen} />}
			/>
			{open?.kind === 'add' && <AddUserDialog isMailOff={isMailOff} onClose={close} />}
			{open?.kind === 'invite' && <InviteDialog isMailOff={isMailOff} onClose={close} />}
			{open?.kind === 'edit' && <EditUserDialog user={open.user} isOwn={open.user.id === ownId} onClose={close} />}
			{open?.kind === 'delete' && <DeleteUserDialog user={open.user} onClose={close} />}
		</>
	)
}

function captionOf({ sort, order }: ChosenUsers): string {
	if (sort === 'seen') return `Members, ${order === 'asc' ? 'inactive longest first' : 'most recently seen first'}`
	return `Members, ${order === 'asc' ? 'oldest' : 'newest'} first`
}

const columnsOf = (
	selected: ReadonlyMap<string, User>,
	onSelect: (user: User, isSelected: boolean) => void,
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
			<span>
				<RowLead href={`/admin/users/${id}`}>{name}</RowLead>{' '}
				<span className="block text-small text-muted">@{username}</span>
			</span>
		),
	},
	{ label: 'Email', breaks: true, cell: ({ email }) => <EmailText email={email} /> },
	{ label: 'Role', cell: ({ role }) => roleName(role) },
	{
		label: 'Status',
		cell: (user) => (
			<span>
				<StatusBadge user={user} />
			</span>
		),
	},
	{
		label: 'Joined',
		sort: 'joined',
		isNarrow: true,
		cell: ({ createdAt }) => <LocalTime when={createdAt} as="day" />,
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
