import { handle } from '#src/platform/endpoint/handle.ts'
import * as categoryContracts from '../category-contract.ts'
import * as contracts from '../contract.ts'
import * as categories from './categories.ts'
import * as comments from './comments.ts'
import * as list from './list.ts'
import * as questions from './questions.ts'
import * as reads from './reads.ts'

export const endpoints = [
	handle(categoryContracts.updateCategory, categories.updateCategory),
	handle(categoryContracts.deleteCategory, categories.deleteCategory),
	handle(categoryContracts.moveQuestions, categories.moveQuestions),
	handle(categoryContracts.listCategoryQuestions, categories.listCategoryQuestions),
	handle(categoryContracts.createCategory, categories.createCategory),
	handle(categoryContracts.orderCategories, categories.orderCategories),
	handle(contracts.moveQuestion, questions.moveQuestion),
	handle(contracts.updateComment, comments.updateComment),
	handle(contracts.deleteComment, comments.deleteComment),
	handle(contracts.listComments, comments.listComments),
	handle(contracts.createComment, comments.createComment),
	handle(contracts.followQuestion, questions.followQuestion),
	handle(contracts.markHelpful, reads.markHelpful),
	handle(contracts.getQuestion, questions.getQuestion),
	handle(contracts.updateQuestion, questions.updateQuestion),
	handle(contracts.deleteQuestion, questions.deleteQuestion),
	handle(contracts.lockQuestion, questions.lockQuestion),
	handle(contracts.readQuestion, reads.readQuestion),
	handle(categoryContracts.listCategories, categories.listCategories),
	handle(contracts.listQuestions, list.listQuestions),
	handle(contracts.createQuestion, questions.createQuestion),
	handle(contracts.suggestMembers, questions.suggestMembers),
]
