import { buttonClass } from '#src/components/ui/styles.ts'
import { ConfirmGate } from '#src/features/auth/components/ConfirmGate.tsx'
import { getUserData, getUserDataPage } from '../own-data-contract.ts'

/** Downloads the member's data after a confirmation, in case the browser was left unattended. */
export const DataDownload = () => (
	<ConfirmGate label="Continue to your files" opens="You can download the files for the next ten minutes.">
		<div className="flex flex-wrap gap-3 max-sm:*:grow">
			<a className={buttonClass({ size: 'lg' })} href={getUserDataPage.path} download>
				Download to read (HTML)
			</a>
			<a className={buttonClass({ variant: 'line', size: 'lg' })} href={getUserData.path} download>
				Download for programs (JSON)
			</a>
		</div>
		<p className="mt-4 text-small text-muted">
			The files contain everything you wrote here. Store them with your confidential files.
		</p>
	</ConfirmGate>
)
