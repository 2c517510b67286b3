import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
	['Ruth Adeyemi', 'RA'],
	['ruth b. adeyemi', 'RA'],
	['Ruth Adeyemi, Esq.', 'RA'],
	['Ángel de la Cruz', 'ÁC'],
	['Prince', 'P'],
	['“Ruth” Adeyemi', 'RA'],
	['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
