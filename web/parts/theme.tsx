import { useState } from 'preact/hooks';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEPT = 'heartwood.theme';
const LABELS: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };

function chosen(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(KEPT)) ?? 'auto';
}

export function applyTheme(theme: Theme = chosen()): void {
  document.documentElement.dataset['theme'] = theme;
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(chosen);
  return (
    <label class="choice">
      <span>Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const next = THEMES.find((known) => known === currentTarget.value) ?? 'auto';
          localStorage.setItem(KEPT, next);
          applyTheme(next);
          setTheme(next);
        }}
      >
        {THEMES.map((known) => (
          <option key={known} value={known}>
            {LABELS[known]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The current value of a colour of the style sheet, for drawing on a canvas. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
