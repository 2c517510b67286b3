import { and, asc, desc, eq, getTableName, gt, inArray, isNull, lte, max, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import {
	ANSWERS_SEARCH,
	QUESTIONS_SEARCH,
	questionCategories,
	questionComments,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { joinedWords } from '#src/platform/joined-words.ts'
import type { PostSource } from '#src/platform/search/search-source.ts'
import { STRETCH } from '#src/platform/search/search-stretch.ts'

/** Ranking bonus of a helpful answer. */
const HELPFUL_BOOST = 1

/** Characters of a post to search for an excerpt. */
const EXCERPT_SOURCE_LENGTH = 4_000

/** A post as read, with its joined words. */
interface PostWords {
	seq: number
	version: number
	before: string
	text: string
}

/** Returns the statement that writes joined words into rows that have not changed since they were read. */
function setJoinedWords(table: typeof questions | typeof questionComments, rows: PostWords[]) {
	const changed = rows.flatMap(({ seq, version, text, before }) => {
		const now = joinedWords(text)
		return now === before ? [] : [[seq, version, now]]
	})
	if (changed.length === 0) return []
	const set = db().run(sql`update ${table} set joined_words = json_extract(j.value, '$[2]')
		from json_each(${JSON.stringify(changed)}) as j
		where seq = json_extract(j.value, '$[0]') and version = json_extract(j.value, '$[1]')`)
	return [set]
}

/** Members' questions, with the index that the forum's search also uses. */
export const searchableQuestions: PostSource = {
	kind: 'question',
	tab: 'questions',
	index: {
		table: QUESTIONS_SEARCH,
		rows: getTableName(questions),
		title: 'title',
		columns: 'title body',
		hasPrefixes: true,
	},
	async show(seqs) {
		const rows = await db()
			.select({
				seq: questions.seq,
				id: questions.id,
				title: questions.title,
				text: sql<string>`substr(${questions.body}, 1, ${EXCERPT_SOURCE_LENGTH})`,
				category: questionCategories.name,
				commentCount: questions.commentCount,
				at: questions.createdAt,
			})
			.from(questions)
			.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
			.where(and(inArray(questions.seq, [...seqs]), isNull(questions.hiddenAt)))
		return new Map(
			rows.map(({ seq, id, title, text, category, commentCount, at }) => [
				seq,
				{
					...{ id, title, text, at, owner: id, url: `/questions/${id}`, context: category },
					boost: Math.log(1 + commentCount),
				},
			]),
		)
	},
	textsAfter: (seq, limit) =>
		db()
			.select({
				seq: questions.seq,
				authorId: questions.authorId,
				text: sql<string>`${questions.title} || char(10) || ${questions.body}`,
			})
			.from(questions)
			.where(gt(questions.seq, seq))
			.orderBy(asc(questions.seq))
			.limit(limit),
	async joinWords(after, upTo) {
		const rows = await db()
			.select({
				...{ seq: questions.seq, version: questions.version, before: questions.joinedWords },
				text: sql<string>`${questions.title} || char(10) || ${questions.body}`,
			})
			.from(questions)
			.where(and(gt(questions.seq, after), lte(questions.seq, upTo)))
		return setJoinedWords(questions, rows)
	},
	async lastSeq() {
		const [row] = await db()
			.select({ seq: max(questions.seq) })
			.from(questions)
		return row?.seq ?? 0
	},
	async suggest(beginning, limit) {
		const rows = await titlesStatement(beginning, limit)
		return rows.map(({ id, title }) => ({ title, url: `/questions/${id}` }))
	},
}

/** Returns the statement of questions by title prefix. A test checks its query plan. */
export const titlesStatement = (beginning: string, limit: number) => {
	const title = sql`${questions.title} collate nocase`
	return db()
		.select({ id: questions.id, title: questions.title })
		.from(questions)
		.where(sql`${title} >= ${beginning} and ${title} < ${`${beginning}\u{10FFFF}`} and ${questions.hiddenAt} is null`)
		.orderBy(title)
		.limit(limit)
}

/** Comments on questions, each as a separate hit. */
export const searchableAnswers: PostSource = {
	kind: 'answer',
	tab: 'questions',
	index: { table: ANSWERS_SEARCH, rows: getTableName(questionComments), columns: 'body', hasPrefixes: false },
	async show(seqs) {
		const rows = await db()
			.select({
				seq: questionComments.seq,
				id: questionComments.id,
				questionId: questionComments.questionId,
				title: questions.title,
				text: sql<string>`substr(${questionComments.body}, 1, ${EXCERPT_SOURCE_LENGTH})`,
				name: users.name,
				isHelpful: questionComments.isHelpful,
				at: questionComments.createdAt,
			})
			.from(questionComments)
			.innerJoin(questions, eq(questions.id, questionComments.questionId))
			.leftJoin(users, eq(users.id, questionComments.authorId))
			.where(
				and(inArray(questionComments.seq, [...seqs]), isNull(questionComments.hiddenAt), isNull(questions.hiddenAt)),
			)
		return new Map(
			rows.map(({ seq, id, questionId, title, text, name, isHelpful, at }) => [
				seq,
				{
					...{ id, title, text, at, owner: questionId, url: `/questions/${questionId}#comment-${id}` },
					context: `${isHelpful ? 'Helpful answer' : 'Answer'} by ${name ?? 'a former member'}`,
					boost: isHelpful ? HELPFUL_BOOST : 0,
				},
			]),
		)
	},
	textsAfter: (seq, limit) =>
		db()
			.select({ seq: questionComments.seq, authorId: questionComments.authorId, text: questionComments.body })
			.from(questionComments)
			.where(gt(questionComments.seq, seq))
			.orderBy(asc(questionComments.seq))
			.limit(limit),
	async joinWords(after, upTo) {
		const { seq, version, joinedWords: before, body: text } = questionComments
		const rows = await db()
			.select({ seq, version, before, text })
			.from(questionComments)
			.where(and(gt(seq, after), lte(seq, upTo)))
		return setJoinedWords(questionComments, rows)
	},
	reindex: (after, upTo) =>
		db().run(sql`insert or replace into ${sql.raw(ANSWERS_SEARCH)} (rowid, body, tags)
			select seq, body || ' ' || joined_words, 'w' || (seq / ${sql.raw(String(STRETCH))}) from ${questionComments} where seq > ${after} and seq <= ${upTo}`),
	async lastSeq() {
		const [row] = await db()
			.select({ seq: questionComments.seq })
			.from(questionComments)
			.orderBy(desc(questionComments.seq))
			.limit(1)
		return row?.seq ?? 0
	},
}
