import { MEL_VOID, type MelValue, melStrings } from '@rigline/mel';
import type { Command, CommandTable, QueryContext, Selected } from '../context.ts';
import { type Arguments, toggle } from '../flags.ts';
import { findPlugOf, requireNodes, splitPlug, uniqueName, withDescendants } from '../names.ts';

const isSame = (a: Selected, b: Selected): boolean => a.node === b.node && a.part === b.part;

function chosen(args: Arguments, context: QueryContext): Selected[] {
  const { scene } = context;
  const roots = scene.nodes.filter((node) => node.isDag && node.parents.length === 0);
  const all: Selected[] = args.has('all') ? roots.map((node) => ({ node })) : [];
  const named = args.objects.flatMap((object): Selected[] => {
    const { rest } = splitPlug(object.text);
    return requireNodes(scene, object).map((node) => {
      if (rest === undefined) return { node };
      return { node, part: findPlugOf(node, rest)?.path ?? rest };
    });
  });
  const below = args.has('hierarchy');
  return [...all, ...named].flatMap((item): Selected[] =>
    below && item.part === undefined ? withDescendants([item.node]).map((node) => ({ node })) : [item],
  );
}

/** Source: Maya help, MEL command "select". */
const select: Command = {
  flags: {
    replace: toggle('r'),
    add: toggle('add'),
    addFirst: toggle('af'),
    deselect: toggle('d'),
    toggle: toggle('tgl'),
    clear: toggle('cl'),
    all: toggle('all'),
    hierarchy: toggle('hi'),
    noExpand: toggle('ne'),
  },
  run(args, context) {
    const items = chosen(args, context);
    const now = context.selection;
    const without = now.filter((item) => !items.some((other) => isSame(item, other)));
    const fresh = items.filter((item, i) => items.findIndex((other) => isSame(item, other)) === i);
    if (args.has('clear')) context.selection = [];
    else if (args.has('deselect')) context.selection = without;
    else if (args.has('add')) context.selection = [...without, ...fresh];
    else if (args.has('addFirst')) context.selection = [...fresh, ...without];
    else if (args.has('toggle')) {
      context.selection = [...without, ...fresh.filter((item) => !now.some((other) => isSame(item, other)))];
    } else context.selection = fresh;
    return MEL_VOID;
  },
};

/** The nodes that are selected, by name; plugs and components count for their nodes. */
const selectedNodes: Command = {
  flags: { dagObjects: toggle('dag') },
  run(args, context): MelValue {
    const nodes = [...new Set(context.selection.map(({ node }) => node))];
    const wanted = args.has('dagObjects') ? nodes.filter((node) => node.isDag) : nodes;
    return melStrings(wanted.map((node) => uniqueName(context.scene, node)));
  },
};

export const SELECT_COMMANDS: CommandTable = { select, selectedNodes };
