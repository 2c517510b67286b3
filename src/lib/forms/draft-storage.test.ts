import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDraftsOf, readDraft, storeDraft } from './draft-storage.ts'

/** Fake of `Storage`: its keys are the properties of the object, as in a browser. */
class FakeStorage {
	[key: string]: unknown
	getItem(key: string) {
		return (this[key] as string | undefined) ?? null
	}
	setItem(key: string, value: string) {
		this[key] = value
	}
	removeItem(key: string) {
		delete this[key]
	}
}

beforeEach(() => {
	vi.stubGlobal('localStorage', new FakeStorage())
	vi.stubGlobal('sessionStorage', new FakeStorage())
})

test("a logout deletes this user's drafts, wherever the id is in the key, and no others", () => {
	localStorage.setItem('second-chair:user', '{"id":"ann"}')
	for (const key of ['ann:journal:m1', 'comment:q1:ann', 'question:ann', 'question:annabel', 'bob:journal:m1'])
		storeDraft(key, 'text')
	deleteDraftsOf('ann')
	for (const key of ['ann:journal:m1', 'comment:q1:ann', 'question:ann']) expect(readDraft(key), key).toBeUndefined()
	for (const key of ['question:annabel', 'bob:journal:m1']) expect(readDraft(key), key).toBe('text')
	expect(localStorage.getItem('second-chair:user')).toBe('{"id":"ann"}')
})

test('a draft in tab storage is not stored in the browser', () => {
	storeDraft('application', 'text', 'tab')
	expect([readDraft('application'), readDraft('application', 'tab')]).toEqual([undefined, 'text'])
	storeDraft('application', undefined, 'tab')
	expect(readDraft('application', 'tab')).toBeUndefined()
})

test('blocked storage keeps no drafts and breaks nothing', () => {
	const throwError = () => {
		throw new Error('SecurityError')
	}
	vi.stubGlobal('localStorage', { getItem: throwError, setItem: throwError, removeItem: throwError })
	storeDraft('question:ann', 'text')
	expect(readDraft('question:ann')).toBeUndefined()
	expect(() => deleteDraftsOf('ann')).not.toThrow()
})
