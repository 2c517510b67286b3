import { questionComments, questions } from '#db/schema/questions.ts'
import { linkedTexts } from '#src/platform/publish/content-links.ts'

const { title, body, seq } = questions
export const questionTexts = linkedTexts('question', questions, { title, body }, seq)

export const commentTexts = linkedTexts(
	'questionComment',
	questionComments,
	{ body: questionComments.body },
	questionComments.seq,
)
