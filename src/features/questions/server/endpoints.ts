import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as categoryContracts from '../category-contract.ts'
import * as contracts from '../contract.ts'
import * as categories from './categories.ts'
import * as comments from './comments.ts'
import * as list from './list.ts'
import * as questions from './questions.ts'
import * as reads from './reads.ts'

export const endpoints = [
	...handleAll(categoryContracts, categories),
	...handleAll(contracts, comments, list, questions, reads),
]
