//! Times in `strftime` notation.

use super::pieces::{Piece, Variable};
use super::roles::{Form, Part, Role};
use crate::time::Unit;

/// The pieces of a time; `None` if it has an unknown conversion.
pub(crate) fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '%' {
            push(letters.next()?, &mut pieces)?;
        } else {
            pieces.push(Piece::Literal(letter.encode_utf8(&mut [0; 4]).as_bytes().to_vec()));
        }
    }
    Some(pieces)
}

fn push(letter: char, pieces: &mut Vec<Piece>) -> Option<()> {
    let longer = match letter {
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        'r' => "%I:%M:%S %p",
        'c' => "%a %b %e %H:%M:%S %Y",
        'n' => "\n",
        't' => "\t",
        _ => return push_part(letter, pieces),
    };
    pieces.extend(self::pieces(longer)?);
    Some(())
}

fn push_part(letter: char, pieces: &mut Vec<Piece>) -> Option<()> {
    let (role, width) = match letter {
        '%' => {
            pieces.push(Piece::Literal(b"%".to_vec()));
            return Some(());
        }
        'Y' => (Role::Part(Part::Year), Some(4)),
        'y' => (Role::Part(Part::ShortYear), Some(2)),
        'm' => (Role::Part(Part::Month), Some(2)),
        'b' | 'h' => (Role::Part(Part::MonthName), Some(3)),
        'B' => (Role::Part(Part::MonthName), None),
        'd' | 'e' => (Role::Part(Part::Day), Some(2)),
        'H' | 'k' => (Role::Part(Part::Hour), Some(2)),
        'I' | 'l' => (Role::Part(Part::HalfHour), Some(2)),
        'p' | 'P' => (Role::Part(Part::Afternoon), Some(2)),
        'M' => (Role::Part(Part::Minute), Some(2)),
        'S' => (Role::Part(Part::Second), Some(2)),
        'z' => (Role::Part(Part::Zone), Some(5)),
        's' => (Role::Whole(Form::Epoch(Unit::Seconds)), None),
        'a' => (Role::Skip, Some(3)),
        'u' | 'w' => (Role::Skip, Some(1)),
        'C' | 'g' | 'U' | 'V' | 'W' => (Role::Skip, Some(2)),
        'j' => (Role::Skip, Some(3)),
        'G' => (Role::Skip, Some(4)),
        'A' | 'Z' => (Role::Skip, None),
        _ => return None,
    };
    pieces.push(Piece::Variable(Variable { name: String::new(), role, rank: 1, width }));
    Some(())
}
