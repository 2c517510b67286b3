import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { getSettings, sendTestMail, updateSettings } from './contract.ts'

export const updateSettingsMutation = mutation(updateSettings, {
	input: (body: BodyInput<typeof updateSettings>) => ({ body }),
	done: { title: 'Settings saved', description: 'Pages show them within seconds, and so does the next email.' },
	fallback: 'Failed to save the settings',
	refreshes: [getSettings],
})

/** The result is shown next to the button. */
export const sendTestMailMutation = mutation(sendTestMail, {
	input: () => ({ body: {} }),
	fallback: 'The test email could not be sent',
})
