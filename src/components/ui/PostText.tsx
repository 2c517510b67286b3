import type { ReactNode } from 'react'
import { type Inline, type PostBlock, parsePost } from '#src/lib/text/post-text.ts'
import { useIsHydrating } from '#src/lib/use-is-hydrating.ts'

function PostLink({ href, text }: { href: string; text: string }) {
	// The server does not know this site's URL.
	const isOwn = !useIsHydrating() && new URL(href).origin === window.location.origin
	return (
		<a className="link" href={href} rel="nofollow ugc noopener" target={isOwn ? undefined : '_blank'}>
			{text}
		</a>
	)
}

function Part({ part }: { part: Exclude<Inline, { kind: 'text' }> }) {
	switch (part.kind) {
		case 'mention':
			return <span className="mention">{part.text}</span>
		case 'link':
			return <PostLink {...part} />
		case 'em':
			return <em>{contentOf([part.parts])}</em>
		case 'strong':
			return <strong>{contentOf([part.parts])}</strong>
	}
}

/** Returns lines as one list of children, so that the text survives a translation of the page. */
const contentOf = (lines: readonly (readonly Inline[])[]): ReactNode[] =>
	lines.flatMap((line, row) => [
		...(row > 0 ? ['\n'] : []),
		// biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key and never move
		...line.map((part, at) => (part.kind === 'text' ? part.text : <Part key={`${row} ${at}`} part={part} />)),
	])

function Block({ block }: { block: PostBlock }) {
	if (block.kind === 'paragraph') return <p dir="auto">{contentOf(block.lines)}</p>
	const List = block.items[0]?.number === null ? 'ul' : 'ol'
	return (
		<List>
			{block.items.map(({ number, parts }, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: items of a text have no other key and never move
				<li key={at} dir="auto" value={number ?? undefined}>
					{contentOf([parts])}
				</li>
			))}
		</List>
	)
}

/** Shows the text of a post. `mentions` has the usernames of members in the text. */
export function PostText({ text, mentions = [] }: { text: string; mentions?: readonly string[] }) {
	return (
		<div className="post">
			{parsePost(text, mentions).map((block, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no other key and never move
				<Block key={at} block={block} />
			))}
		</div>
	)
}
