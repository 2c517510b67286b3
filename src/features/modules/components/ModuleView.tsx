import type { ComponentType } from 'react'
import { typeNamed } from '../types/registry.ts'
import { RichText } from './RichText.tsx'
import type { ViewProps } from './reader.ts'

const views = import.meta.glob<ComponentType<ViewProps>>('../types/*/View.tsx', { eager: true, import: 'View' })

/** What a module's type shows besides its content. A type that this release does not know shows nothing more. */
export function ModuleView({ module, ...rest }: ViewProps) {
	const View = typeNamed(module.type) && views[`../types/${module.type}/View.tsx`]
	return (
		<>
			{module.content !== undefined && <ModuleContent module={module} content={module.content} />}
			{View && <View module={module} {...rest} />}
		</>
	)
}

/** The content as the type has it: rich text, or of an unknown type as it is. */
function ModuleContent({ module, content }: { module: ViewProps['module']; content: string }) {
	return typeNamed(module.type) ? <RichText html={content} /> : <pre className="raw-content">{content}</pre>
}
