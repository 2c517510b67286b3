import type { Contract } from '#src/lib/contract.ts'
import * as auth from './auth/contract.ts'
import * as coaching from './coaching/contract.ts'
import * as moderation from './moderation/contract.ts'
import * as notifications from './notifications/contract.ts'
import * as podcast from './podcast/contract.ts'
import * as questions from './questions/contract.ts'
import * as users from './users/contract.ts'

const isContract = (value: unknown): value is Contract =>
	typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the product. A new area is one line here. */
export const contracts: readonly Contract[] = [
	auth,
	coaching,
	moderation,
	notifications,
	podcast,
	questions,
	users,
].flatMap((area) => Object.values(area).filter(isContract))
