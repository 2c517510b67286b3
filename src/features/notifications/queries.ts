import { mutation } from '#src/lib/query.ts'
import { type Preferences, unsubscribe, updatePreferences } from './contract.ts'

export const updatePreferencesMutation = mutation(updatePreferences, {
	input: (body: Preferences) => ({ body }),
	done: 'Preferences saved',
	failed: ['Failed to save preferences', ''],
})

export const unsubscribeMutation = (token: string) =>
	mutation(unsubscribe, { input: () => ({ params: { token }, body: {} }), fallback: 'Failed to unsubscribe' })
