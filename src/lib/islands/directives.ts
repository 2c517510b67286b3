import type { ClientDirective } from 'astro'
import listening from './listening-directive.ts'
import member from './member-directive.ts'
import now from './now-directive.ts'
import reached from './reached-directive.ts'
import signal from './signal-directive.ts'
import touched from './touched-directive.ts'

/** Each `client:` directive by name, for pages whose inline scripts do not run. */
const directives: Record<string, ClientDirective> = { listening, member, now, reached, signal, touched }

/** Registers with Astro the directives that the first page of this document did not include. */
export function addDirectives(): void {
	const page = window as typeof window & { Astro?: Record<string, ClientDirective> }
	page.Astro = { ...directives, ...page.Astro }
}
