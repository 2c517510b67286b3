import { type Block, type Composed, compose } from './compose.ts'

/** A kind of mail. Features define theirs in `server/mails.ts`; `src/app/mails.ts` lists all of them. */
export interface Mail<Data = never, Name extends string = string> {
	/** Under which it waits in the outbox: never changed once it was sent. */
	readonly name: Name
	/** What admins call it. */
	readonly title: string
	/**
	 * `link` makes a path of ours an address. `canAnswer`: somebody reads the answers; where nobody does, no mail asks
	 * for one.
	 */
	readonly write: (
		data: Data,
		link: (path: string) => string,
		canAnswer: boolean,
	) => readonly [subject: string, blocks: Block[]]
}

export const defineMail = <Data, const Name extends string>(mail: Mail<Data, Name>): Mail<Data, Name> => mail

/** Where a mail is sent from. */
export interface MailSurroundings {
	/** What links lead to. */
	publicUrl: string
	/** Whether answers go to somebody. */
	canAnswer: boolean
}

/** A mail, ready to be sent. */
export function renderMail<Data>(
	mail: Mail<Data>,
	data: NoInfer<Data>,
	{ publicUrl, canAnswer }: MailSurroundings,
): Composed {
	const [subject, blocks] = mail.write(data, (path) => publicUrl + path, canAnswer)
	return compose(subject, blocks, publicUrl)
}
