import { buttonClass } from '#src/components/ui/styles.ts'
import { ConfirmGate } from '#src/features/auth/components/ConfirmGate.tsx'
import { getClubData } from '../contract.ts'

/** Downloads the whole club after a confirmation. */
export const ClubDownload = () => (
	<ConfirmGate label="Continue to the download" opens="You can start the download within the next ten minutes.">
		{/* Not a `download` link: the browser then shows why a download was refused. */}
		<a className={buttonClass({ size: 'lg' })} href={getClubData.path}>
			Download the club
		</a>
		<p className="mt-4 text-small text-muted">
			A large club can take several minutes. Keep this page open until your browser has the whole file.
		</p>
	</ConfirmGate>
)
