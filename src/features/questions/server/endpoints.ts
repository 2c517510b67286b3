import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as categoryContracts from '../category-contract.ts'
import * as contracts from '../contract.ts'
import * as introductionContracts from '../introduction-contract.ts'
import * as unreadContracts from '../unread-contract.ts'
import * as categories from './categories.ts'
import * as comments from './comments.ts'
import * as introductions from './introductions.ts'
import * as list from './list.ts'
import * as questions from './questions.ts'
import * as reads from './reads.ts'
import * as similar from './similar.ts'
import * as unread from './unread.ts'

export const endpoints = [
	...handleAll(categoryContracts, categories),
	...handleAll(unreadContracts, unread),
	...handleAll(introductionContracts, introductions),
	...handleAll(contracts, comments, list, questions, reads, similar),
]
