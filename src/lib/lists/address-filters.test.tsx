// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { activeFilters, queryOf, useUrlFilters } from './address-filters.ts'
import { rememberedAddress } from './remembered-filter.ts'

beforeEach(() => window.history.replaceState(null, '', '/admin/users?tab=2'))

const none = { search: '', role: '' }

test('the URL reflects the filters and keeps its other parameters, and the menu link returns to it', () => {
	const { result } = renderHook(() => useUrlFilters(none, { remember: '/admin/users' }))
	expect([result.current.isInitial, result.current.isFiltered]).toEqual([true, false])
	act(() => result.current.setFilters({ search: ' dana ' }))
	act(() => result.current.setFilters({ role: 'admin' }))
	expect(window.location.search).toBe('?tab=2&search=dana&role=admin')
	expect(rememberedAddress('/admin/users')).toBe('/admin/users?search=dana&role=admin')
	expect([result.current.isInitial, result.current.isFiltered]).toEqual([false, true])
	act(() => result.current.setFilters(none))
	expect(window.location.search).toBe('?tab=2')
	expect(rememberedAddress('/admin/users')).toBe('/admin/users')
})

test('empty filters are ignored', () => {
	expect(queryOf({ search: '  ', role: '' })).toBe('')
	expect(activeFilters({ search: ' a ', role: '' })).toEqual({ search: 'a' })
})
