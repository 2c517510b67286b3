import { Download, Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { SelectField, TextField } from '#src/components/ui/Field.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { messageOf } from '#src/lib/errors.ts'
import type { Page } from '#src/lib/page.ts'
import { useList } from '#src/lib/query-list.ts'
import { MAX_COUNTED, type User, type UserFilters } from '../../contract.ts'
import { listUsersQuery } from '../../queries.ts'
import { AddUserDialog, DeleteUserDialog, EditUserDialog } from './UserDialogs.tsx'

/** Pause after a keystroke before the server is asked. */
const TYPING_MS = 250

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; user: User } | undefined

function useSettled(value: string): string {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), TYPING_MS)
		return () => clearTimeout(timer)
	}, [value])
	return useDeferredValue(settled)
}

function Actions({ onAdd }: { onAdd: () => void }) {
	return (
		<div className="mb-6 flex flex-wrap gap-3">
			<Button onClick={onAdd}>
				<Plus aria-hidden="true" className="size-5" strokeWidth={1.75} />
				Add New User
			</Button>
			<a className={buttonClass({ variant: 'line' })} href="/admin/users/export.csv" download>
				<Download aria-hidden="true" className="size-5" strokeWidth={1.75} />
				Export CSV
			</a>
		</div>
	)
}

/** What stands in the search field and the lists; empty for all. */
interface Chosen {
	words: string
	role: UserFilters['role'] | ''
	status: UserFilters['status'] | ''
}

function FilterFields({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
	return (
		<search className="filters mb-5">
			<TextField
				label="Search"
				type="search"
				placeholder="Name, username or e-mail"
				autoComplete="off"
				maxLength={200}
				value={chosen.words}
				onChange={(event) => onChange({ ...chosen, words: event.target.value })}
			/>
			<SelectField
				label="Role"
				value={chosen.role}
				onChange={(event) => onChange({ ...chosen, role: event.target.value as Chosen['role'] })}
			>
				<option value="">All roles</option>
				<option value="admin">Admin</option>
				<option value="user">Regular</option>
			</SelectField>
			<SelectField
				label="Status"
				value={chosen.status}
				onChange={(event) => onChange({ ...chosen, status: event.target.value as Chosen['status'] })}
			>
				<option value="">All</option>
				<option value="active">Active</option>
				<option value="inactive">Inactive</option>
			</SelectField>
		</search>
	)
}

interface UsersAdminProps {
	initial: Page<User>
	ownId: string
	/** No mail can leave: there is no mail server yet. */
	isMailOff: boolean
}

/** The table of members, with search, filters and what an admin does to an account. */
export function UsersAdmin({ initial, ownId, isMailOff }: UsersAdminProps) {
	const [chosen, setChosen] = useState<Chosen>({ words: '', role: '', status: '' })
	const [open, setOpen] = useState<Open>()
	const { role, status } = chosen
	const search = useSettled(chosen.words.trim())
	const filters: UserFilters = { search: search || undefined, role: role || undefined, status: status || undefined }
	const isFiltered = Boolean(search || role || status)
	const query = useList(listUsersQuery(filters), { initial: isFiltered ? undefined : initial })
	const { items: users, total } = query
	const close = () => setOpen(undefined)
	return (
		<>
			<Actions onAdd={() => setOpen({ kind: 'add' })} />
			<FilterFields chosen={chosen} onChange={setChosen} />
			{query.error && <Alert>Error loading users: {messageOf(query.error, 'unknown')}</Alert>}
			<div className="card" aria-busy={query.isFetching || undefined}>
				{users.length === 0 && !query.isFetching ? (
					<EmptyState title="No users found">{isFiltered && 'Try another word, or fewer filters.'}</EmptyState>
				) : (
					<UserTable users={users} ownId={ownId} onOpen={setOpen} />
				)}
			</div>
			{users.length > 0 && (
				<LoadMore
					shown={users.length}
					total={total}
					atLeast={Boolean(search) && total >= MAX_COUNTED}
					hasMore={query.hasMore}
					loading={query.isLoadingMore}
					onMore={query.loadMore}
				/>
			)}
			{open?.kind === 'add' && <AddUserDialog isMailOff={isMailOff} onClose={close} />}
			{open?.kind === 'edit' && <EditUserDialog user={open.user} isOwn={open.user.id === ownId} onClose={close} />}
			{open?.kind === 'delete' && <DeleteUserDialog user={open.user} onClose={close} />}
		</>
	)
}

function UserRow({ user, isOwn, onOpen }: { user: User; isOwn: boolean; onOpen: (open: Open) => void }) {
	return (
		<tr>
			<td data-label="Name">
				<span>
					{user.name}
					<br />
					<span className="text-small text-muted">@{user.username}</span>
				</span>
			</td>
			<td data-label="Email" className="breaks">
				<EmailText email={user.email} />
			</td>
			<td data-label="Role">{user.role === 'admin' ? 'Admin' : 'Regular'}</td>
			<td data-label="Status">
				<span>
					<Badge tone={user.status === 'active' ? 'done' : 'brass'}>
						{user.status === 'active' ? 'Active' : 'Inactive'}
					</Badge>
				</span>
			</td>
			<td className="table-actions">
				<div>
					<Button
						variant="line"
						className="btn-small"
						aria-label={`Edit ${user.name}`}
						onClick={() => onOpen({ kind: 'edit', user })}
					>
						Edit
					</Button>
					<Button
						variant="line"
						className="btn-small"
						aria-label={`Delete ${user.name}`}
						disabled={isOwn}
						title={isOwn ? 'You cannot delete your own account' : undefined}
						onClick={() => onOpen({ kind: 'delete', user })}
					>
						Delete
					</Button>
				</div>
			</td>
		</tr>
	)
}

type TableProps = { users: User[]; ownId: string; onOpen: (open: Open) => void }

function UserTable({ users, ownId, onOpen }: TableProps) {
	return (
		<table className="table table-stack">
			<caption className="sr-only">Members, newest first</caption>
			<thead>
				<tr>
					<th scope="col">Name</th>
					<th scope="col">Email</th>
					<th scope="col">Role</th>
					<th scope="col">Status</th>
					<th scope="col">Actions</th>
				</tr>
			</thead>
			<tbody>
				{users.map((user) => (
					<UserRow key={user.id} user={user} isOwn={user.id === ownId} onOpen={onOpen} />
				))}
			</tbody>
		</table>
	)
}
