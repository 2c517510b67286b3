import { expect, test } from 'vitest'
import { ApiError } from '#src/lib/api/errors.ts'
import { $toast, dismissToast } from '#src/lib/toast.ts'
import { type ModuleSave, saveModuleMutation } from './admin-queries.ts'

const body = { title: 'Title', description: 'What it is about', type: 'text', content: '', additionalContent: {} }

test.each<[ModuleSave['as'], object | null]>([
	['module', { title: 'Failed to create module', description: 'The service is busy.' }],
	['draft', null],
])('shows a toast for a failed module form only if the specification requires one: %s', async (as, toast) => {
	dismissToast()
	await saveModuleMutation('c1', undefined).fail(new ApiError(503, 'The service is busy.'), { as, body })
	if (toast) expect($toast.get()).toMatchObject(toast)
	else expect($toast.get()).toBeNull()
})
