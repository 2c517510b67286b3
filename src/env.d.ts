/// <reference types="astro/client" />

declare namespace App {
	interface Locals {
		/** The signed-in user; undefined for visitors, and on pages that are the same for everyone. */
		user?: import('#src/features/auth/contract.ts').CurrentUser | undefined
		/** The session of the user. */
		authSession?: import('#src/platform/endpoint/caller.ts').AuthSession | undefined
		/** The message to a suspended member, who is otherwise treated as a visitor. */
		suspended?: string | undefined
		/** Set only by the publisher: unlocks the render routes. */
		isRendering?: boolean
		/** The content to render, if the publisher has read it. */
		renderContent?: unknown
		/** Set by our server: the client's address behind trusted proxies. */
		clientAddress?: string
		requestId?: string
	}
}
