//! A value of a program's graph: it arrives later, depends on resources, may be unknown or secret.

use std::collections::BTreeSet;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use super::codec::{self, Codec};
use super::convert::{Mode, convert};
use super::node::Marks;
use super::shared::Shared;
use super::writer;
use super::{Error, Node, Promise, Type};

/// A value that arrives later, with what is known of it: the resources that it depends on, whether
/// it is known yet, and whether it is secret. Cheap to clone. It needs no executor of its own:
/// `.await` it on any.
pub struct Output<T>(Shared<Arrived<T>>);

/// What came of an output.
pub(super) struct Arrived<T> {
    data: Arc<OutputData<T>>,
    /// The value part by part, if parts have metadata of their own.
    tree: Option<Arc<Node>>,
}

/// What an [`Output`] is once it has arrived.
#[derive(Clone, PartialEq, Eq)]
pub struct OutputData<T> {
    /// The value, or that there is none yet.
    pub content: Content<T>,
    /// Whether the value must not be shown.
    pub secret: bool,
    /// The URNs of the resources that the value depends on.
    pub dependencies: BTreeSet<String>,
}

/// A value, or that it is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<T> {
    /// The value.
    Known(T),
    /// Not known before the resource that it comes from is created.
    Unknown,
}

impl<T> Output<T> {
    /// A known value that depends on nothing.
    pub fn of(value: T) -> Self {
        OutputData::new(Content::Known(value)).into()
    }

    /// A value that is not known yet.
    pub fn unknown() -> Self {
        OutputData::new(Content::Unknown).into()
    }

    /// A known value that must not be shown.
    pub fn secret(value: T) -> Self {
        OutputData {
            secret: true,
            ..OutputData::new(Content::Known(value))
        }
        .into()
    }
}

impl<T: Send + Sync + 'static> Output<T> {
    /// What a future gives. It is driven by whoever waits for the output. A failure is fatal for
    /// everybody who waits; it never becomes an unknown value.
    pub fn from_future(
        future: impl Future<Output = Result<OutputData<T>, Error>> + Send + 'static,
    ) -> Self {
        Self(Shared::later(
            async move { future.await.map(Arrived::from) },
        ))
    }

    /// What a future gives, part by part.
    pub(super) fn from_arrived(
        future: impl Future<Output = Result<Arrived<T>, Error>> + Send + 'static,
    ) -> Self {
        Self(Shared::later(future))
    }

    /// The value that `f` makes of this one: not called if this one is unknown; secret if this one
    /// is; depending on what this one depends on.
    pub fn apply<U, F>(&self, f: F) -> Output<U>
    where
        T: Clone,
        U: Send + Sync + 'static,
        F: FnOnce(T) -> U + Send + 'static,
    {
        let before = self.0.clone();
        Output::from_future(async move {
            let data = before.await?.data;
            let content = match &data.content {
                Content::Known(value) => Content::Known(f(value.clone())),
                Content::Unknown => Content::Unknown,
            };
            Ok(data.with(content))
        })
    }

    /// The values of all, in order: unknown if one is, secret if one is, depending on what any
    /// depends on.
    pub fn all(outputs: impl IntoIterator<Item = Output<T>>) -> Output<Vec<T>>
    where
        T: Clone,
    {
        let outputs: Vec<Output<T>> = outputs.into_iter().collect();
        Output::from_future(async move {
            let mut all = OutputData::new(Content::Known(Vec::with_capacity(outputs.len())));
            for output in outputs {
                let data = output.0.await?.data;
                all = all.join(&data, |mut values, value| {
                    values.push(value.clone());
                    values
                });
            }
            Ok(all)
        })
    }

    /// Both values: unknown if one is, secret if one is, depending on what either depends on.
    pub fn zip<U>(&self, other: &Output<U>) -> Output<(T, U)>
    where
        T: Clone,
        U: Clone + Send + Sync + 'static,
    {
        let (first, second) = (self.0.clone(), other.0.clone());
        Output::from_future(async move {
            let first = first.await?.data;
            let second = second.await?.data;
            Ok(OutputData::clone(&first).join(&second, |first, second| (first, second.clone())))
        })
    }

    /// The same value, never to be shown.
    pub fn into_secret(self) -> Self
    where
        T: Clone,
    {
        Output::from_future(async move {
            let data = self.0.await?.data;
            Ok(OutputData {
                secret: true,
                ..OutputData::clone(&data)
            })
        })
    }
}

impl<T: Clone + Send + Sync + 'static> Output<Output<T>> {
    /// The inner value: unknown if either is, secret if either is, depending on what either depends
    /// on.
    pub fn unwrap(self) -> Output<T> {
        Output::from_future(async move {
            let outer = self.0.await?.data;
            match &outer.content {
                Content::Unknown => Ok(outer.with(Content::Unknown)),
                Content::Known(inner) => {
                    let inner = inner.0.clone().await?.data;
                    Ok(outer
                        .with(Content::Known(()))
                        .join(&inner, |(), value| value.clone()))
                }
            }
        })
    }
}

impl<T: Codec + Send + Sync> Output<T> {
    /// The value part by part, as the type says, once it has arrived.
    pub(super) fn later(&self) -> Later {
        let arrived = self.0.clone();
        let node = async move {
            let node = arrived.await?.node();
            Ok(Arc::new(convert(&node, &<T as Codec>::TYPE, Mode::Lifted)?))
        };
        Later {
            node: Shared::later(node),
            source: self.0.address(),
        }
    }
}

impl<T: Codec> Output<T> {
    /// The value part by part, which has arrived.
    pub(super) fn ready(&self, node: &Node) -> Later {
        Later {
            node: Shared::ready(Ok(Arc::new(node.clone()))),
            source: self.0.address(),
        }
    }

    /// The output that a converted tree is.
    ///
    /// # Errors
    ///
    /// The tree is none of that type.
    pub(super) fn of_tree(node: Node, ty: &Type) -> Result<Self, Error> {
        Ok(Self(Shared::ready(Ok(Arrived::of_tree(node, ty)?))))
    }
}

impl<T: Codec> Arrived<T> {
    /// What a converted tree is as a whole, and the tree itself if the whole does not say it all.
    pub(super) fn of_tree(node: Node, ty: &Type) -> Result<Self, Error> {
        let mut marks = Marks::default();
        let is_known = node.united(&mut marks);
        let content = if is_known {
            Content::Known(codec::read(&node, ty)?)
        } else {
            Content::Unknown
        };
        let data = Arc::new(OutputData {
            content,
            secret: marks.secret,
            dependencies: marks.dependencies,
        });
        let tree = node.is_marked().then(|| Arc::new(node));
        Ok(Self { data, tree })
    }

    /// The value part by part.
    fn node(&self) -> Node {
        match &self.tree {
            Some(tree) => Node::clone(tree),
            None => {
                let marks = Marks {
                    secret: self.data.secret,
                    dependencies: self.data.dependencies.clone(),
                };
                let value = match &self.data.content {
                    Content::Known(value) => Some(writer::node(value)),
                    Content::Unknown => None,
                };
                Node::marked(value, marks)
            }
        }
    }
}

impl<T> From<OutputData<T>> for Arrived<T> {
    fn from(data: OutputData<T>) -> Self {
        Self {
            data: Arc::new(data),
            tree: None,
        }
    }
}

impl<T> Clone for Arrived<T> {
    fn clone(&self) -> Self {
        Self {
            data: Arc::clone(&self.data),
            tree: self.tree.clone(),
        }
    }
}

/// The tree of a value that arrives later.
#[derive(Clone)]
pub struct Later {
    node: Shared<Arc<Node>>,
    /// Which output it is of.
    source: usize,
}

impl Later {
    /// The tree, once it has arrived.
    pub(super) async fn arrived(self) -> Result<Arc<Node>, Error> {
        self.node.await
    }
}

/// Of the same output; two outputs of equal values are two.
impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

impl<T> OutputData<T> {
    /// A value that depends on nothing and may be shown.
    pub fn new(content: Content<T>) -> Self {
        Self {
            content,
            secret: false,
            dependencies: BTreeSet::new(),
        }
    }

    /// Another value of which the same is known.
    fn with<U>(&self, content: Content<U>) -> OutputData<U> {
        OutputData {
            content,
            secret: self.secret,
            dependencies: self.dependencies.clone(),
        }
    }

    /// One value made of two.
    fn join<U, V>(self, other: &OutputData<U>, f: impl FnOnce(T, &U) -> V) -> OutputData<V> {
        let mut dependencies = self.dependencies;
        dependencies.extend(other.dependencies.iter().cloned());
        let content = match (self.content, &other.content) {
            (Content::Known(first), Content::Known(second)) => Content::Known(f(first, second)),
            (Content::Unknown, _) | (_, Content::Unknown) => Content::Unknown,
        };
        OutputData {
            content,
            secret: self.secret || other.secret,
            dependencies,
        }
    }
}

impl<T> From<OutputData<T>> for Output<T> {
    fn from(data: OutputData<T>) -> Self {
        Self(Shared::ready(Ok(data.into())))
    }
}

impl<T: Clone + Send + Sync + 'static> From<Promise<T>> for Output<T> {
    fn from(promise: Promise<T>) -> Self {
        Output::from_future(async move {
            let value = promise.await?;
            Ok(OutputData::new(Content::Known(T::clone(&value))))
        })
    }
}

impl<T: Send + Sync + 'static> IntoFuture for Output<T> {
    type Output = Result<Arc<OutputData<T>>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { Ok(self.0.await?.data) })
    }
}

impl<T> Clone for Output<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// The same output; two outputs of equal values are two.
impl<T> PartialEq for Output<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&other.0)
    }
}

/// The value is not shown: it may be secret, and it may not be there.
impl<T> fmt::Debug for Output<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.peek() {
            None => "Output(pending)",
            Some(Err(_)) => "Output(failed)",
            Some(Ok(arrived)) => match (&arrived.data.content, arrived.data.secret) {
                (_, true) => "Output(secret)",
                (Content::Known(_), false) => "Output(known)",
                (Content::Unknown, false) => "Output(unknown)",
            },
        })
    }
}

/// A secret value is not shown.
impl<T: fmt::Debug> fmt::Debug for OutputData<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut output = f.debug_struct("OutputData");
        if self.secret {
            output.field("content", &format_args!("[secret]"));
        } else {
            output.field("content", &self.content);
        }
        output.field("dependencies", &self.dependencies).finish()
    }
}
