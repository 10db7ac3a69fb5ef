/** The live region: one quiet place from which screen readers hear what has changed. */
import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

const Say = createContext<(message: string) => void>(() => {});

export function Live({ children }: { readonly children: ComponentChildren }) {
  const [message, say] = useState('');
  return (
    <Say.Provider value={say}>
      {children}
      <p class="unseen" role="status">
        {message}
      </p>
    </Say.Provider>
  );
}

export function useSay(): (message: string) => void {
  return useContext(Say);
}
