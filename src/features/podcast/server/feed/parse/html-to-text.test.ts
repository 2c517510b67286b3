import { expect, test } from 'vitest'
import { cut, htmlToLine, htmlToText } from './html-to-text.ts'

test.each([
	['plain', 'plain'],
	['<p>One</p><p>Two</p>', 'One\n\nTwo'],
	['Rule 1.6<sup class="x"><a href="#1">2</a></sup>. The 2<sup>nd</sup>, H<sub>2</sub>O', 'Rule 1.6^2. The 2nd, H2O'],
	['<p>One\n  line</p>\n\n\n<p>Two</p>', 'One line\n\nTwo'],
	['One<br>Two<br/>Three', 'One\nTwo\nThree'],
	['One<br><br>Two', 'One\n\nTwo'],
	['<div>One</div><div>Two</div>', 'One\nTwo'],
	['<p>We ask:</p><ul><li>Who?</li><li><p>Why?</p></li></ul><p>End</p>', 'We ask:\n\n• Who?\n• Why?\n\nEnd'],
	['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
	['half<b>bold</b>, <a href="https://x.example">link</a>', 'halfbold, link'],
	['Bob&#8217;s &amp; Ann&rsquo;s &lt;3&nbsp;notes', 'Bob’s & Ann’s <3 notes'],
	['a < b, AT&T', 'a < b, AT&T'],
	['First line\nSecond line\n\n\n\nThird', 'First line\nSecond line\n\nThird'],
	['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
	['x<script>alert(1)</script><style>p{}</style>y', 'xy'],
	['x<img src="https://tracker.example/1.gif" onerror="alert(1)">y', 'xy'],
	['x<!-- secret -->y', 'xy'],
	['a\u0000b\u0007c\u200bd\ud800e', 'abc\u200bd\ufffde'],
	['', ''],
])('converts %j to %j', (html, text) => {
	expect(htmlToText(html)).toBe(text)
})

test('puts a title on one line', () => {
	expect(htmlToLine(' <b>One</b>\n<br>  Two ')).toBe('One Two')
})

test('cuts long text with an ellipsis, never inside a character', () => {
	expect(cut('short', 5)).toBe('short')
	expect(cut('longer', 5)).toBe('long…')
	expect(cut('abc🎧def', 5)).toBe('abc…')
})
