import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RichTextEditor } from './RichTextEditor.tsx'

test("makes a link of the selection even if the shortcut precedes the browser's selection event", async () => {
	render(<RichTextEditor label="Content" field="content" initial="<p>the rules</p>" onChange={() => {}} />)
	const content = await screen.findByRole('textbox', { name: 'Content' })
	const words = content.querySelector('p')?.firstChild as Text
	getSelection()?.setBaseAndExtent(words, 4, words, 9)
	fireEvent.keyDown(content, { key: 'k', ctrlKey: true })
	await screen.findByRole('dialog', { name: 'Link' })
	expect(screen.queryByText('No text is selected, so the address becomes the link text.')).toBeNull()
})

test('offers no pictures if they are not allowed, and explains why after a paste', async () => {
	const why = 'A mail cannot carry pictures.'
	render(<RichTextEditor label="Text" field="content" initial="" noPictures={why} onChange={() => {}} />)
	const content = await screen.findByRole('textbox', { name: 'Text' })
	expect(screen.queryByRole('button', { name: 'Picture' })).toBeNull()
	const files = [new File(['x'], 'desk.png', { type: 'image/png' })]
	fireEvent.paste(content, { clipboardData: { files, types: ['Files'], getData: () => '' } })
	expect(await screen.findByText(why)).toBeTruthy()
	expect(screen.queryByRole('dialog', { name: 'Picture' })).toBeNull()
})

test('scrolls the picture panel into view when it opens', async () => {
	const scrolled = vi.fn()
	Element.prototype.scrollIntoView = scrolled
	render(<RichTextEditor label="Content" field="content" initial="" onChange={() => {}} />)
	fireEvent.click(await screen.findByRole('button', { name: 'Picture' }))
	expect(scrolled.mock.contexts).toEqual([screen.getByRole('dialog', { name: 'Picture' })])
})

test('starts headings of a document pasted into a club page below its title, and reports its comments', async () => {
	const onChange = vi.fn()
	render(<RichTextEditor label="Privacy" field="privacy" initial="" topHeading={2} onChange={onChange} />)
	const content = await screen.findByRole('textbox', { name: 'Privacy' })
	const html = '<h1>Data</h1><p>Kept<a class="msocomanchor" href="#_msocom_1">[JD1]</a> for a year.</p>'
	const getData = (type: string) => (type === 'text/html' ? html : '')
	fireEvent.paste(content, { clipboardData: { files: [], types: ['text/html'], getData } })
	expect(onChange).toHaveBeenLastCalledWith('<h2>Data</h2><p>Kept for a year.</p>')
	expect(await screen.findByText('Not pasted: one comment.')).toBeTruthy()
})

test('turns a heading into text when it becomes a callout', async () => {
	const onChange = vi.fn()
	render(<RichTextEditor label="Content" field="content" initial="<h2>By noon</h2>" onChange={onChange} />)
	const warning = await screen.findByRole('button', { name: 'Warning' })
	fireEvent.click(warning)
	// The author continues in the empty line after it.
	expect(onChange).toHaveBeenLastCalledWith('<section data-callout="warning"><p>By noon</p></section><p></p>')
	expect(warning.getAttribute('aria-pressed')).toBe('true')
})

test('keeps the focus in the text when a tool is pressed', async () => {
	render(<RichTextEditor label="Content" field="content" initial="<p>By noon</p>" onChange={() => {}} />)
	// A browser moves the focus on mousedown unless that is prevented.
	expect(fireEvent.mouseDown(await screen.findByRole('button', { name: 'Bold' }))).toBe(false)
})
