import { expect, test } from 'vitest'
import { ApiError } from '#src/lib/api/errors.ts'
import { $toast } from '#src/lib/toast.ts'
import { saveModuleMutation, type Writing } from './admin-queries.ts'

const body = { title: 'Title', description: 'What it is about', type: 'text', content: '', additionalContent: {} }

test.each<[Writing['as'], string]>([
	['module', 'Failed to create module'],
	['draft', 'Failed to save the draft'],
])('reports which way of saving a module failed: %s', async (as, title) => {
	await saveModuleMutation('c1', undefined).fail(new ApiError(503, 'The service is busy.'), { as, body })
	expect($toast.get()).toMatchObject({ title, description: '503: The service is busy.' })
})
