"""Looks at the pictures of the flow on a page of rules: no box lies on another or outside of its picture, no arrow crosses
another or a box, and every name that is only mentioned is drawn as a whole in one of the pictures."""
import re

STEPS = 12  # points of a curve that are compared
NUMBER = r"(-?\d+)"


def pictures(page):
    return re.findall(r'<div class="flow.*?</svg></div>', page, re.S)


def boxes(picture):
    found = re.findall(rf'<rect x="{NUMBER}" y="{NUMBER}" width="{NUMBER}" height="{NUMBER}"[^>]*?(stroke-dasharray[^>]*)?/>'
                       r'(?:<a [^>]*>)?<text[^>]*>([^<]*)<', picture)
    return [(int(x), int(y), int(x) + int(w), int(y) + int(h), bool(dashed), name) for x, y, w, h, dashed, name in found]


def arrows(picture):
    """Each as a list of points, from left to right."""
    for start_x, start_y, over, *rest in re.findall(
            rf'd="M{NUMBER} {NUMBER}H{NUMBER}C{NUMBER} {NUMBER} {NUMBER} {NUMBER} {NUMBER} {NUMBER}h5"', picture):
        x1, y1, x2, y2, x3, y3 = map(int, rest)
        x0, y0 = int(over), int(start_y)
        points = [(int(start_x), y0)]
        for step in range(STEPS + 1):
            t = step / STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        yield points


def overlap(left, right):
    return left[0] < right[2] and right[0] < left[2] and left[1] < right[3] and right[1] < left[3]


def crosses(left, right):
    """Whether of two arrows between the same columns one begins above the other and ends below it, or anywhere between."""
    if left[1][0] != right[1][0]:
        return False
    above = [a[1] - b[1] for a, b in zip(left[1:], right[1:])]
    return min(above) < -0.01 and max(above) > 0.01


def hits(points, box):
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points[1:])


def faults(page):
    """What is wrong with the pictures of a page, and how many arrows they have."""
    drawn, named, found, count = set(), set(), [], 0
    for picture in pictures(page):
        wide, tall = map(int, re.search(rf'viewBox="0 0 {NUMBER} {NUMBER}"', picture).groups())
        there, lines = boxes(picture), list(arrows(picture))
        count += len(lines)
        drawn |= {box[5] for box in there if not box[4]}
        named |= {box[5] for box in there if box[4]}
        found += [f"outside: {box[5]}" for box in there if box[0] < 0 or box[1] < 0 or box[2] > wide or box[3] > tall]
        found += [f"one on another: {a[5]}, {b[5]}" for i, a in enumerate(there) for b in there[:i] if overlap(a, b)]
        found += [f"arrows cross: {a[0]}, {b[0]}" for i, a in enumerate(lines) for b in lines[:i] if crosses(a, b)]
        found += [f"an arrow through {box[5]}" for line in lines for box in there if hits(line, box)]
    found += [f"never drawn: {name}" for name in sorted(named - drawn)]
    return found, count
