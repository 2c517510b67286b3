import { all, styleOf, unwrap } from './dom.ts'

/** Counts of review content, which is not for readers. */
export interface Reviewing {
	comments: number
	deletions: number
}

/** Markers of comments in the text, next to the commented words. */
const COMMENT_MARKS =
	'.MsoCommentReference, .msocomanchor, .msocomoff, a[href*="#_msocom_"], a[href*="#_msoanchor_"], a:is([id^="cmnt_ref"], [name^="cmnt_ref"])'
/** Text of comments, which Word and Google Docs put below the document. */
const COMMENT_TEXTS =
	'.msocomtxt, [class*="MsoCommentText"], [class*="MsoCommentSubject"], [role="comment"], .comment-start[data-author]'
/** Deletions in Word, Word for the web and Pandoc; LibreOffice and others use `del`. */
const DELETIONS = 'del, .msoDel, [class*="TrackChangeTextDelet"], [role="deletion"], .deletion[data-author]'
const INSERTIONS = 'ins, .msoIns'

const isCommentBox = (element: Element) => /^comment(-list)?$/.test(styleOf(element, 'mso-element'))
const isCommentSign = (element: Element) => styleOf(element, 'mso-special-character') === 'comment'

/** Removes comments from Google Docs: each has a box whose marker links back into the text. */
function removeGoogleComments(root: HTMLElement): number {
	const signs = all(root, 'a[href*="#cmnt_ref"]')
	for (const sign of signs) {
		const line = sign.closest('p') ?? sign
		const box = line.parentElement
		if (box?.localName === 'div' && box.firstElementChild === line) box.remove()
		else line.remove()
	}
	return signs.length
}

/** Removes comments. Counts each once, although it has a marker, a box and paragraphs. */
function removeComments(root: HTMLElement): number {
	const google = removeGoogleComments(root)
	const styled = all(root, '[style]')
	const boxes = styled.filter(isCommentBox)
	const inBoxes = boxes.filter((box) => styleOf(box, 'mso-element') === 'comment').length
	const anchors = all(root, '.msocomanchor, a[href*="#_msocom_"]').length
	for (const box of [...boxes, ...styled.filter(isCommentSign)]) box.remove()
	const texts = all(root, COMMENT_TEXTS)
	for (const part of [...texts, ...all(root, COMMENT_MARKS)]) {
		const raised = part.parentElement
		if (raised?.localName === 'sup' && raised.childNodes.length === 1) raised.remove()
		part.remove()
	}
	return google + Math.max(inBoxes, anchors, texts.length > 0 ? 1 : 0)
}

/** Removes comments and tracked deletions, and turns tracked insertions into plain text. */
export function removeReviewing(root: HTMLElement): Reviewing {
	const comments = removeComments(root)
	const deletions = all(root, DELETIONS).filter((element) => !element.parentElement?.closest(DELETIONS))
	for (const deletion of deletions) deletion.remove()
	for (const insertion of all(root, INSERTIONS)) unwrap(insertion)
	return { comments, deletions: deletions.length }
}
