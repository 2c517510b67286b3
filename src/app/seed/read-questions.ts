import { readSections } from './read-sections.ts'

/** Reads the demonstration questions: authors are usernames, and a question's answers follow it in order. */
export const readQuestions = () =>
	readSections(new URL('./questions.txt', import.meta.url)).map(({ head, fields, paragraphs }) => {
		const [category = '', by = '', hoursAgo] = head
		const [body = '', ...answers] = paragraphs.join('\n\n').split('\n\n> ')
		return {
			...{ category, by, hoursAgo: Number(hoursAgo), body },
			title: String(fields.title),
			isLocked: fields.isLocked === 'yes',
			answers: answers.map((answer) => {
				const [, author = '', note, text = ''] = /^(\w+)(?: \((edited|helpful)\))?: (.*)$/s.exec(answer) ?? []
				return { by: author, body: text, isEdited: note === 'edited', isHelpful: note === 'helpful' }
			}),
		}
	})

export type SeedQuestion = ReturnType<typeof readQuestions>[number]
