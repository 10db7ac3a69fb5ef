/** Selected text to copy manually if the browser blocks copying. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Field } from '../parts/field.tsx';

export function SelectedText({ label, text }: { readonly label: string; readonly text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, [text]);
  return (
    <Field
      label={label}
      hint="Your browser blocked copying. Press Ctrl+C (⌘C on a Mac) to copy the selected text."
      control={(wiring) => (
        <textarea
          {...wiring}
          ref={area}
          rows={4}
          readOnly
          spellcheck={false}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    />
  );
}
