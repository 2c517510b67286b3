import { buttonClass } from '#src/components/ui/styles.ts'
import { PasswordGate } from '#src/features/auth/components/PasswordGate.tsx'
import { getClubData } from '../contract.ts'

/** Downloads the whole club after a password check. */
export const ClubDownload = ({ email }: { email: string }) => (
	<PasswordGate
		email={email}
		label="Continue to the download"
		opens="You can start the download within the next ten minutes."
	>
		{/* Not a `download` link: the browser then shows why a download was refused. */}
		<a className={buttonClass({ size: 'lg' })} href={getClubData.path}>
			Download the club
		</a>
		<p className="mt-4 text-small text-muted">
			A large club takes minutes. Leave this page open until your browser has the whole file.
		</p>
	</PasswordGate>
)
