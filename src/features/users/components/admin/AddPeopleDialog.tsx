import { KeyRound, List, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog } from '#src/components/ui/dialogs/Dialog.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'

type Props = { onChoose: (way: 'invite' | 'add') => void; onClose: () => void }

const Option = ({ text, children }: { text: string; children: ReactNode }) => (
	<li className="grid gap-1">
		{children}
		<p className="text-small text-muted">{text}</p>
	</li>
)

const icon = { 'aria-hidden': true, className: 'size-4', strokeWidth: 1.75 } as const

/** Offers the ways to add people. One of them, the specified `Add New User`, also has its own button on the page. */
export const AddPeopleDialog = ({ onChoose, onClose }: Props) => (
	<Dialog title="Add people" description="Applicants are under Applications." onClose={onClose}>
		<ul className="grid gap-5">
			<Option text="One person gets an email with a link, and chooses a password.">
				<Button variant="line" onClick={() => onChoose('invite')}>
					<Mail {...icon} />
					Invite a member
				</Button>
			</Option>
			<Option text="Everyone on a spreadsheet gets this email, in your own words. You see a preview first.">
				<a className={buttonClass({ variant: 'line' })} href="/admin/users/import">
					<List {...icon} />
					Invite a list
				</a>
			</Option>
			<Option text="You choose the password and the role. The password is sent by email.">
				<Button variant="line" onClick={() => onChoose('add')}>
					<KeyRound {...icon} />
					Add with a password
				</Button>
			</Option>
		</ul>
	</Dialog>
)
