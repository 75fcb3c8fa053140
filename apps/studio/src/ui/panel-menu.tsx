import type { ReactNode } from 'react';
import { resetLayout, showPanel } from '../panels/layout.ts';
import { PANELS } from '../panels/registry.ts';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';

/** Brings closed panels back. */
export function PanelMenu(): ReactNode {
  return (
    <Menu label="Panels" icon={<Icon name="layout" />}>
      {PANELS.map((panel) => (
        <button key={panel.id} type="button" className="menu-item" onClick={() => showPanel(panel.id)}>
          {panel.title}
        </button>
      ))}
      <hr />
      <button type="button" className="menu-item" onClick={resetLayout}>
        Reset layout
      </button>
    </Menu>
  );
}
